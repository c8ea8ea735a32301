package main

import (
	"fmt"
	"iter"
)

// The body of a loop over a function, and what pulls from an iterator, run one after the other.

func numbers(yield func(int) bool) {
	for i := 0; yield(i); i++ {
	}
}

func first(n int) (sum int) {
	for i := range numbers {
		sum += i
		if i == n {
			return
		}
	}
	return
}

func main() {
	last := 0
	next, stop := iter.Pull(func(yield func(int) bool) {
		for i := range numbers {
			last = i
			if !yield(i) {
				return
			}
		}
	})
	for range 3 {
		next()
		last++
	}
	stop()
	done := make(chan int)
	for i := range numbers {
		if i == 3 {
			break
		}
		go func() { done <- first(i) }()
	}
	fmt.Println(last, <-done+<-done+<-done)
}

// norace
// expect: 3 4
