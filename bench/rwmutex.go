// Eight readers of a table under a read lock; a writer now and then.
package main

import "sync"

type table struct {
	mu    sync.RWMutex
	cells [64]int
}

func (t *table) get(i int) int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.cells[i%64]
}

func (t *table) add(i int) {
	t.mu.Lock()
	t.cells[i%64]++
	t.mu.Unlock()
}

func main() {
	var t table
	var wg sync.WaitGroup
	for g := 0; g < 8; g++ {
		wg.Add(1)
		go func(g int) {
			defer wg.Done()
			negative := 0
			for i := 0; i < 120000; i++ {
				if t.get(i+g) < 0 {
					negative++
				}
				if i%1000 == 0 {
					t.add(i / 1000)
				}
			}
			if negative > 0 {
				panic("negative")
			}
		}(g)
	}
	wg.Wait()
	sum := 0
	for i := range t.cells {
		sum += t.get(i)
	}
	println(sum, t.get(0))
}
