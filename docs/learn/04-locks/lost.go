package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

var n atomic.Int32

func add(wg *sync.WaitGroup) {
	have := n.Load()
	n.Store(have + 1)
	wg.Done()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go add(&wg)
	go add(&wg)
	wg.Wait()
	fmt.Println("n is", n.Load())
}
