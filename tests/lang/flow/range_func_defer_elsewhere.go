// The body of a loop over a function runs in another goroutine: what it defers has no function to wait for.
package main

func elsewhere(yield func(int) bool) {
	done := make(chan bool)
	go func() {
		defer close(done)
		yield(1)
	}()
	<-done
}

func main() {
	for range elsewhere {
		defer println("deferred")
	}
}

// exit: 2
// stderr: ^panic: runtime error: defer in the body of a loop over a function that another goroutine runs
