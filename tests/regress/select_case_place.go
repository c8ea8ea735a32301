// What a select does is reported at the case that was chosen, not at its last one: whether it was
// chosen at once, or by another goroutine while it waited.
package main

import "time"

func main() {
	a, b, never := make(chan int, 1), make(chan int), make(chan int)
	go func() {
		select {
		case <-never:
		case b <- 1: // waits
		case <-never:
		}
	}()
	go func() {
		time.Sleep(time.Millisecond)
		close(b)
		close(a)
	}()
	select {
	case a <- 1: // at once
	case <-never:
	}
	<-b
	time.Sleep(time.Second)
}

// race: WaR on a
// race: WaR on b
// stderr: send   goroutine 2, .*select_case_place.go:12:8
// stderr: send   goroutine 1, .*select_case_place.go:22:7
