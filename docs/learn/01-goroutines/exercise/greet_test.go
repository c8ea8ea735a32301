package greet

import (
	"sync/atomic"
	"testing"
)

func TestAll(t *testing.T) {
	var greeted atomic.Int32
	All([]string{"ann", "bob", "eve"}, func(string) { greeted.Add(1) })
	if n := greeted.Load(); n != 3 {
		t.Errorf("%d of 3 had been greeted when All returned", n)
	}
}
