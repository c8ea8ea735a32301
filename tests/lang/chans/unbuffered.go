package main

import "fmt"

func main() {
	c := make(chan int)
	done := make(chan struct{})
	go func() {
		for v := range c {
			fmt.Print(v, " ")
		}
		close(done)
	}()
	for i := 0; i < 5; i++ {
		c <- i
	}
	close(c)
	<-done
	fmt.Println(len(c), cap(c)) // expect: 0 1 2 3 4 0 0
}
