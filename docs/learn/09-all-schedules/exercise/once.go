// Package once runs a function once, however many goroutines ask for it.
package once

import "sync/atomic"

type Once struct{ started atomic.Bool }

// Do calls f the first time. In any case f has returned when Do returns.
func (o *Once) Do(f func()) {
	if o.started.CompareAndSwap(false, true) {
		f()
	}
}
