package main

import "fmt"

func send(out chan<- int, n int) {
	for i := 0; i < n; i++ {
		out <- i
	}
	close(out)
}

func square(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for v := range in {
			out <- v * v
		}
	}()
	return out
}

func main() {
	c := make(chan int)
	go send(c, 4)
	for v := range square(square(c)) {
		fmt.Print(v, " ")
	}
	fmt.Println() // expect: 0 1 16 81 
	var r <-chan int = c
	_, ok := <-r
	fmt.Printf("%v %T %T\n", ok, r, (chan<- int)(c)) // expect: false <-chan int chan<- int
	cc := make(chan chan int, 1)
	mine := make(chan int, 1)
	cc <- mine
	(<-cc) <- 5
	fmt.Println(<-mine, mine == mine, mine == c) // expect: 5 true false
}
