// Package prices asks suppliers for prices.
package prices

import (
	"context"
	"time"
)

// A Supplier takes its time to name a price.
type Supplier func(item string) int

// Ask returns the supplier's price, or an error when the context ends first.
func Ask(ctx context.Context, supplier Supplier, item string) (int, error) {
	answer := make(chan int)
	go func() { answer <- supplier(item) }()
	select {
	case price := <-answer:
		return price, nil
	case <-ctx.Done():
		return 0, ctx.Err() // nobody receives the answer any more
	}
}

// Patience is how long a customer waits.
const Patience = 2 * time.Second
