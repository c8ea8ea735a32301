package main

import "sync/atomic"

var want [2]atomic.Bool

func enter(i int) {
	for want[i].Store(true); want[1-i].Load(); want[i].Store(true) {
		want[i].Store(false) // after you
	}
}

func main() {
	done := make(chan bool)
	for i := range 2 {
		go func() { enter(i); want[i].Store(false); done <- true }()
	}
	<-done
	<-done
}
