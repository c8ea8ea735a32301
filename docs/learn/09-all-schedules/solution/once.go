// Package once runs a function once, however many goroutines ask for it.
package once

import "sync"

type Once struct {
	mu   sync.Mutex
	done bool
}

// Do calls f the first time. In any case f has returned when Do returns.
func (o *Once) Do(f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.done {
		f()
		o.done = true
	}
}
