// Package orders books orders, once more when the first attempt takes too long.
package orders

import (
	"sync"
	"time"
)

// A Ledger has the number of orders booked.
type Ledger struct {
	mu     sync.Mutex
	booked int
}

func (l *Ledger) Booked() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.booked
}

// book adds an order: between the two halves another one can be booked, which is then lost.
func (l *Ledger) book() {
	booked := l.Booked()
	l.mu.Lock()
	l.booked = booked + 1
	l.mu.Unlock()
}

// Book books an order. After the timeout it goes on without having waited for the booking.
func (l *Ledger) Book(timeout time.Duration) {
	done := make(chan bool, 1)
	go func() {
		l.book()
		done <- true
	}()
	select {
	case <-done:
	case <-time.After(timeout):
	}
}
