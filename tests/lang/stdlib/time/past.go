package main

import (
	"fmt"
	"time"
)

// between says whether a timer fired in the second after it was set, and no later than one that was set
// to 0 after it. (Time may pass in between.)
func between(set, a, b time.Time) bool {
	return !a.Before(set) && !a.After(b) && a.Sub(set) < time.Second
}

// A timer that is set into the past is due at once.
func main() {
	set := time.Now()
	first, second := time.After(-time.Hour), time.After(0)
	a, b := <-first, <-second
	fmt.Println(between(set, a, b)) // expect: true

	t := time.NewTimer(time.Hour)
	set = time.Now()
	fmt.Println(t.Reset(-1)) // expect: true
	other := time.After(0)
	a, b = <-t.C, <-other
	fmt.Println(between(set, a, b)) // expect: true

	// Far in the future is not in the past: the sum does not overflow.
	select {
	case <-time.After(1<<63 - 1):
		fmt.Println("early")
	case <-time.After(time.Second):
		fmt.Println("a second") // expect: a second
	}
}
