package main

import (
	"fmt"
	"time"
)

// A timer that is set into the past is due at once: no earlier and no later than one set to 0.
func main() {
	first, second := time.After(-time.Hour), time.After(0)
	a, b := <-first, <-second
	fmt.Println(a.Equal(b)) // expect: true

	t := time.NewTimer(time.Hour)
	fmt.Println(t.Reset(-1)) // expect: true
	other := time.After(0)
	a, b = <-t.C, <-other
	fmt.Println(a.Equal(b)) // expect: true

	// Far in the future is not in the past: the sum does not overflow.
	select {
	case <-time.After(1<<63 - 1):
		fmt.Println("early")
	case <-time.After(time.Second):
		fmt.Println("a second") // expect: a second
	}
}
