package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// What runs into an error of the language's run-time, and what it says.

type stringer interface{ String() string }
type other interface{ Other(int) }
type value struct{}
type pointer struct{}
type point struct {
	x, y int
	next *point
}

func (value) String() string    { return "" }
func (*pointer) Other(n int)    {}

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, isError := r.(runtime.Error)
		text := fmt.Sprint(r)
		if at := strings.Index(text, " (goroutine"); at > 0 {
			text = text[:at]
		}
		fmt.Println(name, isError, text)
	}()
	f()
}

var (
	zero, one, minus, large = 0, 1, -1, 1 << 62
	s                        = []int{1, 2, 3}
	text                     = "abc"
	nilPoint                 *point
	nilMap                   map[string]int
	nilFunc                  func()
	nilAny                   any
	nilStringer              stringer
	nilOther                 other
	arr                      *[3]int
)

func main() {
	try("index", func() { _ = s[one*3] })                // expect: index true runtime error: index out of range [3] with length 3
	try("negative", func() { _ = s[minus] })             // expect: negative true runtime error: index out of range [-1]
	try("string", func() { _ = text[one*9] })            // expect: string true runtime error: index out of range [9] with length 3
	try("slice", func() { _ = s[one:zero] })             // expect: slice true runtime error: slice bounds out of range [1:0]
	try("slice end", func() { _ = s[:one*9] })           // expect: slice end true runtime error: slice bounds out of range [:9] with capacity 3
	try("slice begin", func() { _ = s[one*9:] })         // expect: slice begin true runtime error: slice bounds out of range [9:3]
	try("slice string", func() { _ = text[:one*9] })     // expect: slice string true runtime error: slice bounds out of range [:9] with length 3
	try("slice cap", func() { _ = s[:one:one*9] })       // expect: slice cap true runtime error: slice bounds out of range [::9] with capacity 3
	try("slice cap end", func() { _ = s[:one*3:one] })   // expect: slice cap end true runtime error: slice bounds out of range [:3:1]
	try("slice cap begin", func() { _ = s[one*2 : one : one] }) // expect: slice cap begin true runtime error: slice bounds out of range [2:1:]
	try("to array", func() { _ = [4]int(s) })            // expect: to array true runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
	try("to array pointer", func() { _ = (*[4]int)(s) }) // expect: to array pointer true runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
	try("nil array", func() { _ = arr[one] })            // expect: nil array true runtime error: invalid memory address or nil pointer dereference
	try("nil slice of array", func() { _ = arr[:one] })  // expect: nil slice of array true runtime error: invalid memory address or nil pointer dereference
	try("nil range", func() { for range arr { } })       // expect: nil range false <nil>
	try("nil range values", func() { for _, v := range arr { _ = v } }) // expect: nil range values true runtime error: invalid memory address or nil pointer dereference
	try("nil field", func() { nilPoint.y = 1 })          // expect: nil field true runtime error: invalid memory address or nil pointer dereference
	try("nil chain", func() { _ = (&point{}).next.next.x }) // expect: nil chain true runtime error: invalid memory address or nil pointer dereference
	try("nil copy", func() { v := *nilPoint; _ = v })    // expect: nil copy true runtime error: invalid memory address or nil pointer dereference
	try("nil map", func() { nilMap["a"] = 1 })           // expect: nil map true assignment to entry in nil map
	try("nil map op", func() { nilMap["a"]++ })          // expect: nil map op true assignment to entry in nil map
	try("nil map delete", func() { delete(nilMap, "a"); _ = nilMap["a"]; clear(nilMap) }) // expect: nil map delete false <nil>
	try("nil func", func() { nilFunc() })                // expect: nil func true runtime error: invalid memory address or nil pointer dereference
	try("nil go", func() { defer nilFunc() })            // expect: nil go true runtime error: invalid memory address or nil pointer dereference
	try("nil method", func() { nilStringer.String() })   // expect: nil method true runtime error: invalid memory address or nil pointer dereference
	try("nil method value", func() { f := nilStringer.String; f() }) // expect: nil method value true runtime error: invalid memory address or nil pointer dereference
	try("nil receiver", func() { var p *value; p.String() }) // expect: nil receiver true runtime error: invalid memory address or nil pointer dereference
	try("nil wrapper", func() { var p *value; nilStringer = p; nilStringer.String() }) // expect: nil wrapper true value method main.value.String called using nil *value pointer
	try("divide", func() { _ = one / zero })             // expect: divide true runtime error: integer divide by zero
	try("remainder", func() { _ = one % zero })          // expect: remainder true runtime error: integer divide by zero
	try("divide least", func() { fmt.Print((-1 << 63) / minus, " ", (minus<<63)/minus, " ") }) // expect: -9223372036854775808 -9223372036854775808 divide least false <nil>
	try("shift", func() { _ = one << minus })            // expect: shift true runtime error: negative shift amount
	try("shift right", func() { _ = one >> minus })      // expect: shift right true runtime error: negative shift amount
	try("make", func() { _ = make([]int, minus) })       // expect: make true runtime error: makeslice: len out of range
	try("make large", func() { _ = make([]int, large) }) // expect: make large true runtime error: makeslice: len out of range
	try("make cap", func() { _ = make([]int, one, zero) }) // expect: make cap true runtime error: makeslice: cap out of range
	try("make chan", func() { _ = make(chan int, minus) }) // expect: make chan true makechan: size out of range
	try("make chan large", func() { _ = make(chan point, large) }) // expect: make chan large true makechan: size out of range
	try("make map", func() { _ = make(map[int]int, minus) }) // expect: make map false <nil>
	try("close nil", func() { var c chan int; close(c) }) // expect: close nil true close of nil channel
	try("close twice", func() { c := make(chan int); close(c); close(c) }) // expect: close twice true close of closed channel
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 }) // expect: send closed true send on closed channel
	try("select closed", func() { c := make(chan int, 1); close(c); select { case c <- 1: } }) // expect: select closed true send on closed channel
	try("assert", func() { nilAny = 1; _ = nilAny.(string) }) // expect: assert true interface conversion: interface {} is int, not string
	try("assert nil", func() { nilAny = nil; _ = nilAny.(string) }) // expect: assert nil true interface conversion: interface {} is nil, not string
	try("assert interface", func() { nilAny = 1; _ = nilAny.(stringer) }) // expect: assert interface true interface conversion: int is not main.stringer: missing method String
	try("assert nil interface", func() { nilAny = nil; _ = nilAny.(stringer) }) // expect: assert nil interface true interface conversion: interface is nil, not main.stringer
	try("assert other", func() { nilOther = &pointer{}; _ = nilOther.(stringer) }) // expect: assert other true interface conversion: *main.pointer is not main.stringer: missing method String
	try("assert pointer", func() { nilAny = pointer{}; _ = nilAny.(other) }) // expect: assert pointer true interface conversion: main.pointer is not main.other: missing method Other
	try("assert scopes", func() {
		type value struct{}
		nilStringer = nil
		nilAny = value{}
		_ = nilAny.(interface{ Nothing() })
	}) // expect: assert scopes true interface conversion: main.value is not interface { Nothing() }: missing method Nothing
	try("compare", func() { var a, b any = s, s; _ = a == b }) // expect: compare true runtime error: comparing uncomparable type []int
	try("compare struct", func() { var a, b any = struct{ f func() }{}, struct{ f func() }{}; _ = a == b }) // expect: compare struct true runtime error: comparing uncomparable type struct { f func() }
	try("compare array", func() { var a, b any = [1]any{nilFunc}, [1]any{nilFunc}; _ = a == b }) // expect: compare array true runtime error: comparing uncomparable type func()
	try("map key", func() { m := map[any]int{}; m[s] = 1 })  // expect: map key true runtime error: hash of unhashable type []int
	try("map key struct", func() { m := map[any]int{}; _ = m[struct{ m any }{nilMap}] }) // expect: map key struct true runtime error: hash of unhashable type map[string]int
	try("map key array", func() { m := map[[2]any]int{}; delete(m, [2]any{1, s}); m[[2]any{1, s}] = 1 }) // expect: map key array true runtime error: hash of unhashable type []int
	try("switch", func() { var a any = s; switch a { case a: } }) // expect: switch true runtime error: comparing uncomparable type []int
	try("error", func() { panic(errors.New("mine")) })   // expect: error false mine
	try("formatted", func() { panic(fmt.Sprintf("%d", 1)) }) // expect: formatted false 1
	try("custom", func() { panic(point{1, 2, nil}) })    // expect: custom false {1 2 <nil>}
	try("nil panic", func() { panic(nil) })              // expect: nil panic true panic called with nil argument (use GODEBUG=panicnil=1 to disable)
	try("goexit", func() { done := make(chan bool); go func() { defer close(done); runtime.Goexit() }(); <-done }) // expect: goexit false <nil>
	try("append", func() { s = append(s[:1:1], s[1:]...); s = append(s, s...); fmt.Print(s, " ") }) // expect: [1 2 3 1 2 3] append false <nil>
	try("copy", func() { n := copy(s[1:], s); fmt.Print(n, s, " ") }) // expect: 5 [1 1 2 3 1 2] copy false <nil>
	try("repeat", func() { strings.Repeat("a", minus) }) // expect: repeat false strings: negative Repeat count
	try("finalizers", func() {
		p := new(point)
		runtime.SetFinalizer(p, func(*point) { fmt.Print("never ") })
		runtime.SetFinalizer(p, nil)
		runtime.GC()
		fmt.Print(p != nil, " ")
	}) // expect: true finalizers false <nil>
	if len(os.Args) > 5 {
		panic("too many")
	}
}
