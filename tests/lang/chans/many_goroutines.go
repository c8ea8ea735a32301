package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	c := make(chan int)
	for i := 0; i < 10000; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			c <- i
		}(i)
	}
	go func() { wg.Wait(); close(c) }()
	sum := 0
	for v := range c {
		sum += v
	}
	fmt.Println(sum) // expect: 49995000
}
