package main

import (
	"fmt"
	"sync/atomic"
)

var (
	started atomic.Bool
	value   int
)

func load() int {
	if started.CompareAndSwap(false, true) {
		value = 42
	}
	return value
}

func main() {
	done := make(chan int)
	go func() { done <- load() }()
	go func() { done <- load() }()
	fmt.Println(<-done, <-done)
}
