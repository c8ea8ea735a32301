// A Lock comes after all reads that its readers have made of the lock itself, in a copy of what it
// is in.
package main

import (
	"fmt"
	"sync"
	"time"
)

type counter struct {
	sync.RWMutex
	n int
}

func (c *counter) copied() *counter {
	c.RLock()
	defer c.RUnlock()
	other := &counter{}
	*other = *c
	time.Sleep(3)
	return other
}

func main() {
	c := &counter{}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		for i := 0; i < 20; i++ {
			c.copied()
		}
	}()
	go func() {
		defer wg.Done()
		for i := 0; i < 20; i++ {
			c.Lock()
			c.n++
			c.Unlock()
			time.Sleep(5)
		}
	}()
	wg.Wait()
	fmt.Println(c.copied().n) // expect: 20
}
