// Both partners of a rendezvous may stand in a select.
package main

import "fmt"

func main() {
	c, d := make(chan int), make(chan int)
	done := make(chan int)
	go func() {
		sum := 0
		for i := 0; i < 100; i++ {
			select {
			case v := <-c:
				sum += v
			case d <- i:
				sum++
			}
		}
		done <- sum
	}()
	got := 0
	for i := 0; i < 100; i++ {
		select {
		case c <- 1:
			got++
		case <-d:
			got++
		}
	}
	fmt.Println(got, <-done) // expect: 100 100
}
