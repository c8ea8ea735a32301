package main

import (
	"fmt"
	"sync"
)

var (
	mu    sync.Mutex
	order []int
)

func arrive(n int) {
	mu.Lock()
	defer mu.Unlock()
	order = append(order, n)
}

func main() {
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Add(1)
		go func() { arrive(n); wg.Done() }()
	}
	wg.Wait()
	if fmt.Sprint(order) == "[3 2 1 0]" {
		panic("the last come first")
	}
}
