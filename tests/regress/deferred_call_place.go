// Deferred calls are made at the closing brace, not at the statement before it.
package main

func f(p *int, done chan bool) {
	defer func() {
		*p = 1
		done <- true
	}()
	_ = cap(done)
}

func main() {
	x, done := 0, make(chan bool)
	go f(&x, done)
	x = 3
	<-done
	func() {
		defer func() { panic("late") }()
		x = 4
	}()
}

// race: WaW on [*]p
// stderr: called by main.f at .*deferred_call_place.go:10:1
// stderr: ^	.*deferred_call_place.go:20$
// stderr: ^panic: late
