package visits

import (
	"sync"
	"testing"
)

func TestVisit(t *testing.T) {
	c := New()
	var wg sync.WaitGroup
	for _, page := range []string{"/", "/", "/about"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.Visit(page)
		}()
	}
	wg.Wait()
	if c.Total() != 3 {
		t.Errorf("%d visits, not 3", c.Total())
	}
}

func TestTotal(t *testing.T) {
	c := New()
	done := make(chan bool)
	go func() { c.Visit("/"); done <- true }()
	if n := c.Total(); n < 0 || n > 1 {
		t.Errorf("%d visits, not 0 or 1", n)
	}
	<-done
}
