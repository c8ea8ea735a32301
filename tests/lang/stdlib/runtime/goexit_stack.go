// The text of a stack has the line of Go's runtime that calls what is deferred, for Goexit and for a
// panic.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

func lines(stack string) {
	all := strings.Split(stack, "\n")
	for i, line := range all {
		if strings.Contains(line, "runtime/panic.go") {
			fmt.Println(all[i-1][:strings.Index(all[i-1], "(")], line[strings.LastIndex(line, "/")+1:])
		}
	}
}

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { lines(string(debug.Stack())) }()
		runtime.Goexit()
	}()
	<-done
	// expect: runtime.Goexit panic.go:522
	defer func() {
		recover()
		lines(string(debug.Stack()))
		// expect: panic panic.go:884
	}()
	panic("p")
}
