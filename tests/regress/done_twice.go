// What was done between two Dones is known to who waits, also when a lock was released meanwhile.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	x := 0
	wg.Add(2)
	go func() {
		wg.Done()
		x = 1
		mu.Lock()
		mu.Unlock()
		wg.Done()
	}()
	wg.Wait()
	fmt.Println(x)
}

// expect: 1
