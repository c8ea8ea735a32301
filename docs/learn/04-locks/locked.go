package main

import (
	"fmt"
	"sync"
)

var (
	mu sync.Mutex
	n  int
)

func add(wg *sync.WaitGroup) {
	mu.Lock()
	n++
	mu.Unlock()
	wg.Done()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go add(&wg)
	go add(&wg)
	wg.Wait()
	fmt.Println("n is", n)
}
