// Package stock keeps count of what is in a warehouse.
package stock

import "sync"

// Stock may be used by many goroutines at a time.
type Stock struct {
	mu    sync.Mutex
	items int
}

func New(items int) *Stock { return &Stock{items: items} }

// Items is how many there are.
func (s *Stock) Items() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items
}

// Take takes one item out; false: there was none left.
func (s *Stock) Take() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.items == 0 {
		return false
	}
	s.items--
	return true
}
