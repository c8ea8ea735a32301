// An LRU cache, a map and a doubly linked list under one Mutex, used by 64 goroutines.
package main

import (
	"fmt"
	"sync"
)

const (
	users    = 64
	lookups  = 3000
	capacity = 500
	keySpace = 900
)

type entry struct {
	key, value int
	prev, next *entry
}

type cache struct {
	mu      sync.Mutex
	entries map[int]*entry
	head    entry
	hits    int
	misses  int
}

var shared = newCache()

func newCache() *cache {
	c := &cache{entries: make(map[int]*entry)}
	c.head.next, c.head.prev = &c.head, &c.head
	return c
}

func (e *entry) unlink() {
	e.prev.next, e.next.prev = e.next, e.prev
}

func (c *cache) pushFront(e *entry) {
	e.prev, e.next = &c.head, c.head.next
	e.next.prev = e
	c.head.next = e
}

func compute(key int) int { return key*key%97 + 1 }

func (c *cache) get(key int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[key]; ok {
		c.hits++
		e.unlink()
		c.pushFront(e)
		return e.value
	}
	c.misses++
	if len(c.entries) >= capacity {
		oldest := c.head.prev
		oldest.unlink()
		delete(c.entries, oldest.key)
	}
	e := &entry{key: key, value: compute(key)}
	c.entries[key] = e
	c.pushFront(e)
	return e.value
}

func user(id int, sums []int, wg *sync.WaitGroup) {
	defer wg.Done()
	x := uint32(id*7919 + 1)
	for i := 0; i < lookups; i++ {
		x = x*1664525 + 1013904223
		key := int(x>>16) % keySpace
		if i%3 != 0 {
			key %= 60
		}
		sums[id] += shared.get(key)
	}
}

func main() {
	sums := make([]int, users)
	var wg sync.WaitGroup
	for i := 0; i < users; i++ {
		wg.Add(1)
		go user(i, sums, &wg)
	}
	wg.Wait()
	total := 0
	for _, s := range sums {
		total += s
	}
	fmt.Println("total", total, "lookups", shared.hits+shared.misses, "kept", len(shared.entries))
}
