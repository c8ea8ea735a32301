// Eight goroutines, 300,000 locked increments each.
package main

import "sync"

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	count := 0
	for g := 0; g < 8; g++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := 0; i < 300000; i++ {
				mu.Lock()
				count++
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	println(count)
}
