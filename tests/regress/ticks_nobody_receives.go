// A ticker goes on for ever, but nobody will ever look at it again.
package main

import "time"

func main() {
	time.NewTicker(time.Second)
	ch := make(chan int)
	<-ch // stderr: fatal error: all goroutines are asleep - deadlock!
	// exit: 2
}
