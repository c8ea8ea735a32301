// race: on n
// An atomic access does not protect against a plain one.
package main

import "sync/atomic"

func main() {
	var n int32
	done := make(chan bool)
	go func() { atomic.AddInt32(&n, 1); done <- true }()
	n++
	<-done
}
