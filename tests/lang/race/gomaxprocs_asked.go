// A call that only asks for GOMAXPROCS orders nothing: the race beside it is seen.
package main

import "runtime"

var x int

func main() {
	done := make(chan bool)
	go func() {
		x = 1
		runtime.GOMAXPROCS(0)
		done <- true
	}()
	runtime.GOMAXPROCS(0)
	x = 2
	<-done
}

// race: WaW on x
