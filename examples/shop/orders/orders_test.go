package orders

import (
	"testing"
	"time"
)

func TestTwoOrders(t *testing.T) {
	l := new(Ledger)
	l.Book(time.Second)
	l.Book(time.Second)
	time.Sleep(10 * time.Millisecond)
	if n := l.Booked(); n != 2 {
		t.Errorf("%d orders are booked, not 2", n)
	}
}
