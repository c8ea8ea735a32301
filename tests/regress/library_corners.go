// What once hung, or gave another answer than Go.
package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync/atomic"
)

func try(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic:", r)
		}
	}()
	f()
}

func main() {
	fmt.Println(len(bytes.Repeat(nil, 1<<62)), len(strings.Repeat("", 1<<62))) // expect: 0 0
	try(func() { bytes.Repeat([]byte("ab"), 1<<62) })                          // expect: panic: bytes: Repeat count causes overflow
	fmt.Println(math.Pow10(-324), math.Pow10(-323), math.Pow10(308), math.Pow10(309))
	// expect: 0 1e-323 1e+308 +Inf
	try(func() { context.WithValue(context.Background(), []int{}, 1) }) // expect: panic: key is not comparable
	var v atomic.Value
	v.Store(1)
	try(func() { v.CompareAndSwap("x", 2) })      // expect: panic: sync/atomic: compare and swap of inconsistently typed values
	try(func() { v.CompareAndSwap("x", "y") })    // expect: panic: sync/atomic: compare and swap of inconsistently typed value into Value
	fmt.Println(v.CompareAndSwap(1, 2), v.Load()) // expect: true 2

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := 0; i < 100; i++ {
		_ = make([]byte, 1<<16)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	fmt.Println(after.TotalAlloc-before.TotalAlloc >= 100<<16) // expect: true
	stack := make([]byte, 1000)
	lines := strings.Split(string(stack[:runtime.Stack(stack, false)]), "\n")
	fmt.Println(lines[0], lines[1]) // expect: goroutine 1 [running]: main.main(...)
}
