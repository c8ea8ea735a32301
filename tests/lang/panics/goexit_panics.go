// A deferred call panics while its goroutine exits.
package main

import "runtime"

func main() {
	go func() {
		defer func() { panic("late") }()
		runtime.Goexit()
	}()
	select {}
}

// exit: 2
// stderr: ^panic: late$
