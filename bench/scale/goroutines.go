// As many goroutines as asked for, all blocked on one channel, then let go and collected.
package main

import (
	"os"
	"runtime"
	"strconv"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	gate := make(chan int)
	done := make(chan int, 1024)
	for i := 0; i < n; i++ {
		go func() {
			<-gate
			done <- 1
		}()
	}
	runtime.Gosched()
	close(gate)
	sum := 0
	for i := 0; i < n; i++ {
		sum += <-done
	}
	println(sum)
}
