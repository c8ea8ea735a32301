// The text of a stack has the calls of the library and the panic that made a deferred call, as Go's,
// which programs take apart.
package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// show prints functions and files without folders and lines.
func show(stack []byte) {
	for _, line := range strings.Split(strings.TrimSpace(string(stack)), "\n") {
		if strings.HasPrefix(line, "\t") {
			line = "in " + line[strings.LastIndex(line, "/")+1:strings.LastIndex(line, ":")]
		}
		fmt.Println(strings.TrimSuffix(line, "(...)"))
	}
}

func main() {
	defer func() {
		show(debug.Stack())
		recover()
		buf := make([]byte, 100)
		fmt.Println(strings.HasPrefix(string(buf[:runtime.Stack(buf, false)]), "goroutine 1 [running]:\nmain.main.func1("))
		fmt.Println(strings.Contains(string(debug.Stack()), runtime.GOROOT()+"/src/runtime/panic.go"))
		_, file, _, _ := runtime.Caller(0)
		fmt.Println(strings.Contains(string(debug.Stack()), "\n\t"+file+":"))
	}()
	strings.IndexFunc("a", func(r rune) bool { panic("in the library") })
}

// expect: goroutine 1 [running]:
// expect: runtime/debug.Stack
// expect: in debug.gol
// expect: main.main.func1
// expect: in stack_text.go
// expect: panic
// expect: in panic.go
// expect: main.main.func2
// expect: in stack_text.go
// expect: strings.IndexFunc
// expect: in strings.gol
// expect: main.main
// expect: in stack_text.go
// expect: true
// expect: true
// expect: true
