// Who silences a write does not silence the reads behind it, nor the second of two reads.
package main

import "runtime"

var x, y int

func main() {
	done := make(chan bool)
	go func() {
		x = 1      //gol:norace a guess is enough
		println(x) // not silenced
		println(y) //gol:norace
		println(y) // not silenced
		done <- true
	}()
	runtime.Gosched()
	x = 2 // race: WaR on x
	y = 2 // race: WaR on y
	<-done
}
