// Finalizers are checked and accepted, and never run.
package main

import "runtime"

type T struct{ x int }

func main() {
	for i := 0; i < 3; i++ {
		runtime.SetFinalizer(&T{i}, func(t *T) { panic("run") })
		runtime.SetFinalizer(&T{i}, func(any) { panic("run") })
	}
	runtime.GC()
	runtime.SetFinalizer(&T{}, nil)
	runtime.SetFinalizer(&T{}, func(int) {})
}

// stderr: fatal error: runtime.SetFinalizer: cannot pass \*main.T to finalizer func\(int\)
// exit: 2
