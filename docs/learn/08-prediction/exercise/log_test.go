package log

import (
	"testing"
	"time"
)

func TestLast(t *testing.T) {
	var l Log
	done := make(chan bool)
	go func() { l.Add("one"); l.Add("two"); done <- true }()
	time.Sleep(time.Millisecond)
	if last := l.Last(); last != "" && last != "one" && last != "two" {
		t.Errorf("a line that nothing added: %q", last)
	}
	<-done
}
