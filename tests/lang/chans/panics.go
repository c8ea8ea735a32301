package main

import "fmt"

func try(what string, f func()) {
	defer func() { fmt.Println(what, "->", recover()) }()
	f()
}

func main() {
	c := make(chan int, 1)
	close(c)
	var none chan int
	try("send", func() { c <- 1 })             // expect: send -> send on closed channel
	try("close", func() { close(c) })          // expect: close -> close of closed channel
	try("nil", func() { close(none) })         // expect: nil -> close of nil channel
	n := -1
	try("make", func() { _ = make(chan int, n) }) // expect: make -> makechan: size out of range
	// A sender that is blocked when the channel is closed panics too. To close a channel without
	// knowing of a send is a race, as Go's own detector says.
	// race: on d
	d := make(chan int)
	result := make(chan interface{})
	go func() {
		defer func() { result <- recover() }()
		d <- 1
	}()
	for i := 0; i < 100; i++ {
		if i == 50 {
			go close(d)
		}
	}
	fmt.Println(<-result) // expect: send on closed channel
}
