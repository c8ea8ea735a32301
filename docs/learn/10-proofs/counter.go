package main

import "sync"

type counter struct {
	mu   sync.Mutex
	hits map[string]int
	sum  int
}

func (c *counter) add(name string, n int) {
	c.mu.Lock()
	c.hits[name] += n
	c.mu.Unlock()
	c.sum += n
}

func main() {
	c := &counter{hits: map[string]int{}}
	for i := range 3 {
		go c.add("page", i)
	}
}
