// The callers of a function that a deferred one calls, while its function returns and while it panics.
package main

import (
	"fmt"
	"runtime"
	"strings"
)

func where() {
	pcs := make([]uintptr, 20)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	var names []string
	for {
		f, more := frames.Next()
		if strings.HasPrefix(f.Function, "main.") {
			names = append(names, f.Function[len("main."):])
		}
		if !more {
			break
		}
	}
	fmt.Println(names)
}

func returns() {
	defer func() { where() }()
}

func panics() {
	defer func() {
		where()
		recover()
	}()
	panic("here")
}

func outer() {
	returns()
	panics()
}

func main() {
	outer()
	// expect: [where returns.func1 returns outer main]
	// expect: [where panics.func1 panics outer main]
}
