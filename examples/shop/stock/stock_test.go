package stock

import (
	"testing"
	"time"
)

func TestAddAndCount(t *testing.T) {
	s := New()
	done := make(chan bool)
	go func() {
		s.Add("tea", 3)
		done <- true
	}()
	time.Sleep(10 * time.Millisecond) // Add has come first by now, nearly always
	if n, _ := s.Count("tea"); n != 0 && n != 3 {
		t.Errorf("%d, not 0 or 3", n)
	}
	<-done
}
