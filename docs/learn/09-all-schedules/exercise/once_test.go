package once

import "testing"

func TestDo(t *testing.T) {
	var once Once
	value, calls := 0, 0
	load := func() { value = 42; calls++ }
	seen := make(chan int)
	for range 2 {
		go func() { once.Do(load); seen <- value }()
	}
	if a, b := <-seen, <-seen; a != 42 || b != 42 {
		t.Errorf("seen: %d and %d", a, b)
	}
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
}
