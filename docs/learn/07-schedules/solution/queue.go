// Package queue is a queue that can be closed while others send.
package queue

import "sync"

type Queue struct {
	mu     sync.Mutex
	closed bool
	items  chan int
}

func New(size int) *Queue { return &Queue{items: make(chan int, size)} }

// Send adds an item; false: the queue is closed. There must be room for it.
func (q *Queue) Send(n int) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return false
	}
	q.items <- n
	return true
}

// Close closes the queue and returns what it still holds.
func (q *Queue) Close() (rest []int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	close(q.items)
	for n := range q.items {
		rest = append(rest, n)
	}
	return rest
}
