// Panics that few programs see, with the texts that Go gives them.
package main

import (
	"fmt"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"unsafe"
)

func first() any {
	type T int
	return T(1)
}

func second(v any) {
	type T int
	_ = v.(T)
}

type huge [1 << 20]int

// attempt prints what the function panics with.
func attempt(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	// expect: interface conversion: interface {} is main.T, not main.T (types from different scopes)
	attempt(func() { second(first()) })
	// expect: interface conversion: interface {} is *rand.Rand, not *rand.Rand (types from different packages)
	attempt(func() {
		var v any = rand.New(rand.NewSource(1))
		_ = v.(*randv2.Rand)
	})
	attempt(func() { clear([]int{}) }) // expect: <nil>
	// expect: runtime error: growslice: len out of range
	attempt(func() {
		all := make([]struct{}, math.MaxInt)
		all = append(all, struct{}{})
	})
	// expect: runtime error: growslice: len out of range
	attempt(func() {
		all := make([]struct{}, math.MaxInt)
		all = append(all, all...)
	})
	// append of a slice that is made there grows the other one, if not by a negative number.
	extend := func(by int) func() {
		return func() { _ = append([]int{1}, (make([]int, by))...) }
	}
	attempt(extend(2))             // expect: <nil>
	attempt(extend(-1))            // expect: runtime error: makeslice: len out of range
	attempt(extend(1 << 62))       // expect: runtime error: growslice: len out of range
	attempt(extend(math.MaxInt64)) // expect: runtime error: growslice: len out of range
	type ints []int
	many := 1 << 62
	// expect: runtime error: makeslice: len out of range
	attempt(func() { _ = append(ints{1}, make(ints, many)...) })
	// expect: runtime error: makeslice: cap out of range
	attempt(func() { _ = append([]int{1}, make([]int, 1, uint(math.MaxInt))...) })
	// expect: runtime error: invalid memory address or nil pointer dereference
	attempt(func() {
		var f func()
		defer f()
		panic("before nil")
	})
	var b byte
	n, big := -1, math.MaxInt
	// expect: runtime error: unsafe.Slice: len out of range
	attempt(func() { _ = unsafe.Slice(&b, n) })
	// expect: runtime error: unsafe.Slice: len out of range
	attempt(func() { _ = unsafe.Slice(new(huge), big) })
	// expect: runtime error: unsafe.Slice: ptr is nil and len is not zero
	attempt(func() { _ = unsafe.Slice((*byte)(nil), 1) })
	// expect: runtime error: unsafe.String: len out of range
	attempt(func() { _ = unsafe.String(&b, n) })
	pair := func(v any) [2]any { return [2]any{v, []int{}} }
	// expect: false
	attempt(func() { panic(pair(1) == pair(2)) })
	// expect: runtime error: comparing uncomparable type []int
	attempt(func() { panic(pair(1) == pair(1)) })
	three := func(v any) [3]any { return [3]any{1, v, 2} }
	// expect: runtime error: comparing uncomparable type []int
	attempt(func() { panic(three([]int{}) == three([]int{})) })
	// expect: runtime error: hash of unhashable type []int
	attempt(func() { panic(map[[3]any]int{three([]int{}): 1}) })
}
