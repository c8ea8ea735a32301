// A million goroutines blocked on one channel at once, then let go and collected.
package main

import "runtime"

const n = 1000000

func main() {
	gate := make(chan int)
	done := make(chan int, 1024)
	for i := 0; i < n; i++ {
		go func() {
			<-gate
			done <- 1
		}()
	}
	for i := 0; i < 10; i++ {
		runtime.Gosched()
	}
	close(gate)
	sum := 0
	for i := 0; i < n; i++ {
		sum += <-done
	}
	runtime.GC()
	println(sum)
}
