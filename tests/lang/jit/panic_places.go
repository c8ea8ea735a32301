// Where an operation that machine code leaves to the machine panics: its line, and the panic's text.
//
// args: --jit all
package main

import (
	"fmt"
	"runtime"
	"strings"
)

// So often each function goes round before it comes to its next argument: it is compiled then.
const rounds = 1000

type name string

func (n name) String() string { return string(n) }

func badLength(n int) (sum int) {
	for i := 0; ; i++ {
		n--
		s := make([]int, n)
		sum += len(s)
	}
}

func badMap(maps []map[string]int) (sum int) {
	for i := 0; ; i++ {
		m := maps[i/rounds]

		m["a"] = i
	}
}

func badKey(keys []any) (sum int) {
	for i := 0; ; i++ {
		m := map[any]int{}
		m[keys[i/rounds]] = i
		sum += len(m)
	}
}

func badDelete(keys []any) (sum int) {
	for i := 0; ; i++ {
		m := map[any]int{1: 1}

		delete(m, keys[i/rounds])
		sum += len(m)
	}
}

func badAssertion(values []any) (sum int) {
	for i := 0; ; i++ {
		sum++
		sum += values[i/rounds].(int)
	}
}

func badInterface(values []any) (sum int) {
	for i := 0; ; i++ {
		s := "a"

		s += values[i/rounds].(fmt.Stringer).String()
		sum += len(s)
	}
}

func badSlice(s []int) (sum int) {
	for i := 0; ; i++ {
		sum++
		t := s[i : i+1]
		sum += len(t)
	}
}

func badString(s string) (sum int) {
	for i := 0; ; i++ {
		sum++

		t := s[i+1:]
		sum += len(t)
	}
}

func badEqual(values []any) (sum int) {
	for i := 0; ; i++ {
		same := values[i/rounds] == values[i/rounds]
		if same {
			sum++
		}
	}
}

func badDivision(by []int) (sum int) {
	for i := 0; ; i++ {
		sum++

		sum %= by[i/rounds]
	}
}

func badArray(rows [][]int) (sum int) {
	for i := 0; ; i++ {
		sum++
		a := *(*[2]int)(rows[i/rounds])
		sum += a[0]
	}
}

func badIndex(s []int) (sum int) {
	for i := 0; ; i++ {
		sum++
		sum += s[i]
	}
}

func badNil(all []*int) (sum int) {
	for i := 0; ; i++ {
		sum++

		sum += *all[i/rounds]
	}
}

func badAppend(parts [][]int) (sum int) {
	for i := 0; ; i++ {
		t := append([]int(nil), parts[i/rounds]...)
		sum += t[0]
	}
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
	started := make(chan bool)
	for i := 0; i < 2; i++ { // the second time accesses are observed
		place(func() { badLength(3 * rounds) })
		place(func() { badMap([]map[string]int{{}, {}, {}, nil}) })
		place(func() { badKey([]any{1, "a", 2.5, []int{1}}) })
		place(func() { badDelete([]any{1, "a", 2.5, []int{1}}) })
		place(func() { badAssertion([]any{1, 2, 3, "text"}) })
		place(func() { badInterface([]any{name("a"), name("b"), name("c"), 5}) })
		place(func() { badSlice(make([]int, 3*rounds)) })
		place(func() { badString(strings.Repeat("a", 3*rounds)) })
		place(func() { badEqual([]any{1, "a", 2.5, []int{1}}) })
		place(func() { badDivision([]int{1, 2, 3, 0}) })
		place(func() { badArray([][]int{{1, 2}, {3, 4}, {5, 6}, {7}}) })
		place(func() { badIndex(make([]int, 3*rounds)) })
		place(func() { badNil([]*int{new(int), new(int), new(int), nil}) })
		place(func() { badAppend([][]int{{1}, {2}, {3}, nil}) })
		go func() { started <- true }()
		<-started
	}
	// expect: Length 22 runtime error: makeslice: len out of range
	// expect: Map 31 assignment to entry in nil map
	// expect: Key 38 runtime error: hash of unhashable type []int
	// expect: Delete 47 runtime error: hash of unhashable type []int
	// expect: Assertion 55 interface conversion: interface {} is string, not int
	// expect: Interface 63 interface conversion: int is not fmt.Stringer: missing method String
	// expect: Slice 71 runtime error: slice bounds out of range [:3001] with capacity 3000
	// expect: String 80 runtime error: slice bounds out of range [3001:3000]
	// expect: Equal 87 runtime error: comparing uncomparable type []int
	// expect: Division 98 runtime error: integer divide by zero
	// expect: Array 105 runtime error: cannot convert slice with length 1 to array or pointer to array with length 2
	// expect: Index 113 runtime error: index out of range [3000] with length 3000
	// expect: Nil 121 runtime error: invalid memory address or nil pointer dereference
	// expect: Append 128 runtime error: index out of range [0] with length 0
	// expect: Length 22 runtime error: makeslice: len out of range
	// expect: Map 31 assignment to entry in nil map
	// expect: Key 38 runtime error: hash of unhashable type []int
	// expect: Delete 47 runtime error: hash of unhashable type []int
	// expect: Assertion 55 interface conversion: interface {} is string, not int
	// expect: Interface 63 interface conversion: int is not fmt.Stringer: missing method String
	// expect: Slice 71 runtime error: slice bounds out of range [:3001] with capacity 3000
	// expect: String 80 runtime error: slice bounds out of range [3001:3000]
	// expect: Equal 87 runtime error: comparing uncomparable type []int
	// expect: Division 98 runtime error: integer divide by zero
	// expect: Array 105 runtime error: cannot convert slice with length 1 to array or pointer to array with length 2
	// expect: Index 113 runtime error: index out of range [3000] with length 3000
	// expect: Nil 121 runtime error: invalid memory address or nil pointer dereference
	// expect: Append 128 runtime error: index out of range [0] with length 0
}
