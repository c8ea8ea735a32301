// Where an operation that machine code leaves to the machine panics: its line, and the panic's text.
//
// args: --jit all
package main

import (
	"fmt"
	"runtime"
	"strings"
)

func badLength(n int) int {
	n--
	s := make([]int, n)
	return len(s)
}

func badMap(m map[string]int, key string) int {
	n := len(m)

	m[key] = n
	return n
}

func badKey(m map[any]int, key any) int {
	n := len(m)
	m[key] = n
	return n
}

func badDelete(m map[any]int, key any) int {
	delete(m, key)
	return len(m)
}

func badAssertion(v any) int {
	n := 1

	n += v.(int)
	return n
}

func badInterface(v any) string {
	s := "a"
	s += v.(fmt.Stringer).String()
	return s
}

func badSlice(s []int, from, to int) int {
	n := from + to
	t := s[from:to]
	return n + len(t)
}

func badString(s string, at int) string {
	n := at + 1

	return s[n:]
}

func badEqual(a, b any) bool {
	same := a != nil
	return same && a == b
}

func badDivision(a, b int) int {
	n := a + b
	n %= b
	return n
}

func badArray(s []int) int {
	n := len(s)
	a := *(*[4]int)(s)
	return n + a[0]
}

// place calls f, which panics, and says in which line of a bad function.
func place(f func()) {
	defer func() {
		text := fmt.Sprint(recover())
		pcs := make([]uintptr, 20)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		for {
			frame, more := frames.Next()
			if strings.HasPrefix(frame.Function, "main.bad") {
				fmt.Println(frame.Function[len("main.bad"):], frame.Line, text)
			}
			if !more {
				return
			}
		}
	}()
	f()
}

func main() {
	var none map[string]int
	m := map[any]int{1: 1}
	for i := 0; i < 2; i++ {
		place(func() { badLength(0) })
		place(func() { badMap(none, "a") })
		place(func() { badKey(m, []int{1}) })
		place(func() { badDelete(m, []int{1}) })
		place(func() { badAssertion("text") })
		place(func() { badInterface(5) })
		place(func() { badSlice([]int{1, 2}, 1, 3) })
		place(func() { badString("abc", 3) })
		place(func() { badEqual([]int{1}, []int{1}) })
		place(func() { badDivision(1, 0) })
		place(func() { badArray([]int{1, 2}) })
	}
	// expect: Length 14 runtime error: makeslice: len out of range
	// expect: Map 21 assignment to entry in nil map
	// expect: Key 27 runtime error: hash of unhashable type []int
	// expect: Delete 32 runtime error: hash of unhashable type []int
	// expect: Assertion 39 interface conversion: interface {} is string, not int
	// expect: Interface 45 interface conversion: int is not fmt.Stringer: missing method String
	// expect: Slice 51 runtime error: slice bounds out of range [:3] with capacity 2
	// expect: String 58 runtime error: slice bounds out of range [4:3]
	// expect: Equal 63 runtime error: comparing uncomparable type []int
	// expect: Division 68 runtime error: integer divide by zero
	// expect: Array 74 runtime error: cannot convert slice with length 2 to array or pointer to array with length 4
	// expect: Length 14 runtime error: makeslice: len out of range
	// expect: Map 21 assignment to entry in nil map
	// expect: Key 27 runtime error: hash of unhashable type []int
	// expect: Delete 32 runtime error: hash of unhashable type []int
	// expect: Assertion 39 interface conversion: interface {} is string, not int
	// expect: Interface 45 interface conversion: int is not fmt.Stringer: missing method String
	// expect: Slice 51 runtime error: slice bounds out of range [:3] with capacity 2
	// expect: String 58 runtime error: slice bounds out of range [4:3]
	// expect: Equal 63 runtime error: comparing uncomparable type []int
	// expect: Division 68 runtime error: integer divide by zero
	// expect: Array 74 runtime error: cannot convert slice with length 2 to array or pointer to array with length 4
}
