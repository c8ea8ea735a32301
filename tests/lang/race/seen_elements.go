// Elements of every size read and written to the end of a slice and beyond, in loops that have been watched
// for a while, under a detector that knows what it has seen: the panic comes at the right index.
//
// norace
package main

import (
	"fmt"
	"sync"
)

type two struct{ a, b uint64 }
type three struct{ a, b, c uint64 }

func reads[T any](name string, s []T) {
	at := -1
	defer func() { check(name, at, recover()) }()
	var last T
	for i := 0; ; i++ {
		at = i
		last = s[i]
	}
	_ = last
}

func writes[T any](name string, s []T, value T) {
	at := -1
	defer func() { check(name, at, recover()) }()
	for i := 0; ; i++ {
		at = i
		s[i] = value
	}
}

func both[T any](name string, value T) {
	s := make([]T, 700)
	for round := 0; round < 3; round++ {
		writes(name, s, value)
		reads(name, s)
	}
}

type cell[T any] struct{ v *T }

func pointers() {
	var p *three
	var q *two
	defer func() { fmt.Println(recover(), p, q) }()
	three3 := three{1, 2, 3}
	for i := 0; i < 800; i++ {
		if i == 700 {
			p = nil
		} else {
			p = &three3
		}
		*p = three3
	}
}

func main() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range [2]int{} {
		i := i
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			if i == 0 {
				return
			}
			both("uint8", uint8(1))
			both("bool", true)
			both("int16", int16(1))
			both("int32", int32(1))
			both("float32", float32(1))
			both("int", 1)
			both("string", "a")
			both("slice", []int{1})
			both("interface", interface{}(1))
			both("two", two{1, 2})
			both("three", three{1, 2, 3})
			both("pointer", &mu)
			pointers()
		}()
	}
	wg.Wait()
}

func check(name string, at int, r interface{}) {
	if at != 700 || fmt.Sprint(r) != "runtime error: index out of range [700] with length 700" {
		fmt.Println(name, at, r)
	}
}

// expect: runtime error: invalid memory address or nil pointer dereference <nil> <nil>
