// Four goroutines that increment a counter under a lock, and cells of their own without one: a
// trace of about seven times as many events as asked for.
package main

import (
	"os"
	"strconv"
	"sync"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var mu sync.Mutex
	var wg sync.WaitGroup
	shared := 0
	cells := make([]int, 4*16)
	for g := 0; g < 4; g++ {
		wg.Add(1)
		go func(own []int) {
			defer wg.Done()
			for i := 0; i < n/4; i++ {
				mu.Lock()
				shared++
				mu.Unlock()
				own[i%16]++
			}
		}(cells[g*16 : g*16+16])
	}
	wg.Wait()
	println(shared)
}
