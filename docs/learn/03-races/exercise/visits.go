// Package visits counts the visits of pages.
package visits

import "sync"

// Counter counts, for many goroutines at a time.
type Counter struct {
	mu    sync.Mutex
	pages map[string]int
	total int
}

func New() *Counter { return &Counter{pages: map[string]int{}} }

// Visit counts a visit of the page.
func (c *Counter) Visit(page string) {
	c.mu.Lock()
	c.pages[page]++
	c.mu.Unlock()
	c.total++
}

// Total is the number of all visits so far.
func (c *Counter) Total() int { return c.total }
