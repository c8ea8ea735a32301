package queue

import (
	"sync"
	"testing"
)

func TestClose(t *testing.T) {
	q := New(8)
	var wg sync.WaitGroup
	sent := make(chan bool, 3)
	for n := range 3 {
		wg.Add(1)
		go func() { sent <- q.Send(n); wg.Done() }()
	}
	rest := q.Close()
	wg.Wait()
	close(sent)
	took := 0
	for ok := range sent {
		if ok {
			took++
		}
	}
	if took != len(rest) {
		t.Errorf("%d items were taken, %d were left in the queue", took, len(rest))
	}
}
