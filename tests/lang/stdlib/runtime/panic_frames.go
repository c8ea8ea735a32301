// The calls that lead to a deferred function: those of Go's runtime are between it and what panicked.
package main

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

func calls() {
	pc := make([]uintptr, 20)
	pc = pc[:runtime.Callers(2, pc)]
	frames := runtime.CallersFrames(pc)
	for {
		f, more := frames.Next()
		fmt.Printf("%s %s:%d|", f.Function, f.File[strings.LastIndex(f.File, "/")+1:], f.Line)
		if !more {
			break
		}
	}
	fmt.Println()
}
func try(f func()) {
	defer func() {
		calls()
		_, file, line, _ := runtime.Caller(1)
		fmt.Println(file[strings.LastIndex(file, "/")+1:], line, recover())
	}()
	f()
}

type T struct{ x int }

func main() {
	var t *T
	var s []int
	z := 0
	try(func() { panic(errors.New("mine")) })
	try(func() { t.x = 1 })
	try(func() { s[z] = 1 })
	try(func() { s = s[z+3:] })
	try(func() { fmt.Println(10 / z) })
	try(func() { var g func(); g() })
	try(func() { defer func() { panic("second") }(); panic("first") })
	done := make(chan bool)
	go func() {
		defer close(done)
		defer calls()
		runtime.Goexit()
	}()
	<-done
}

// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|main.main.func1 panic_frames.go:39|main.try panic_frames.go:30|main.main panic_frames.go:39|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 mine
// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|runtime.panicmem panic.go:260|runtime.sigpanic signal_unix.go:835|main.main.func2 panic_frames.go:40|main.try panic_frames.go:30|main.main panic_frames.go:40|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 runtime error: invalid memory address or nil pointer dereference
// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|runtime.goPanicIndex panic.go:113|main.main.func3 panic_frames.go:41|main.try panic_frames.go:30|main.main panic_frames.go:41|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 runtime error: index out of range [0] with length 0
// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|runtime.goPanicSliceB panic.go:153|main.main.func4 panic_frames.go:42|main.try panic_frames.go:30|main.main panic_frames.go:42|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 runtime error: slice bounds out of range [3:0]
// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|runtime.panicdivide panic.go:239|main.main.func5 panic_frames.go:43|main.try panic_frames.go:30|main.main panic_frames.go:43|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 runtime error: integer divide by zero
// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|runtime.panicmem panic.go:260|runtime.sigpanic signal_unix.go:835|main.main.func6 panic_frames.go:44|main.try panic_frames.go:30|main.main panic_frames.go:44|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 runtime error: invalid memory address or nil pointer dereference
// expect: main.try.func1 panic_frames.go:26|runtime.gopanic panic.go:884|main.main.func7.1 panic_frames.go:45|runtime.gopanic panic.go:884|main.main.func7 panic_frames.go:45|main.try panic_frames.go:30|main.main panic_frames.go:45|runtime.main proc.go:250|runtime.goexit asm_amd64.s:1594|
// expect: panic.go 884 second
// expect: runtime.Goexit panic.go:522|main.main.func8 panic_frames.go:50|runtime.goexit asm_amd64.s:1594|
