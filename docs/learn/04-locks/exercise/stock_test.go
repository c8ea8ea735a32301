package stock

import "testing"

func TestTake(t *testing.T) {
	s := New(1)
	got := make(chan bool)
	for range 2 {
		go func() { got <- s.Take() }()
	}
	if first, second := <-got, <-got; first == second {
		t.Errorf("there is one item: both takes say %v", first)
	}
	if s.Items() != 0 {
		t.Errorf("%d items are left", s.Items())
	}
}
