// A select that had to wait is woken by the one case that becomes ready, and leaves the others.
package main

import "fmt"

func main() {
	a, b, quit := make(chan int), make(chan int), make(chan bool)
	out := make(chan string)
	go func() {
		for {
			select {
			case v := <-a:
				out <- fmt.Sprint("a", v)
			case b <- 7:
				out <- "b sent"
			case <-quit:
				close(out)
				return
			}
		}
	}()
	a <- 1
	fmt.Println(<-out) // expect: a1
	fmt.Println(<-b)   // expect: 7
	fmt.Println(<-out) // expect: b sent
	a <- 2
	fmt.Println(<-out) // expect: a2
	close(quit)
	_, ok := <-out
	fmt.Println(ok) // expect: false
}
