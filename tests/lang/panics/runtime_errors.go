// Run-time errors can be recovered and have Go's texts.
package main

import (
	"fmt"
	"runtime"
)

type T struct{ x, y int }
type I interface{ m() }

func try(f func()) {
	defer func() {
		r := recover()
		_, isRuntime := r.(runtime.Error)
		fmt.Println(r, isRuntime)
	}()
	f()
}

func main() {
	a, i, j, zero := []int{1, 2, 3}, 5, -1, 0
	var p *T
	var m map[string]int
	var e interface{} = "str"
	var n interface{}
	var in I
	var arr [4]int
	s := "hello"
	try(func() { _ = a[i] })          // expect: runtime error: index out of range [5] with length 3 true
	try(func() { _ = a[j] })          // expect: runtime error: index out of range [-1] true
	try(func() { arr[i] = 1 })        // expect: runtime error: index out of range [5] with length 4 true
	try(func() { _ = s[i] })          // expect: runtime error: index out of range [5] with length 5 true
	try(func() { _ = a[:i] })         // expect: runtime error: slice bounds out of range [:5] with capacity 3 true
	try(func() { _ = a[i-2 : 1] })    // expect: runtime error: slice bounds out of range [3:1] true
	try(func() { _ = s[i+1:] })       // expect: runtime error: slice bounds out of range [6:5] true
	try(func() { _ = s[:i+1] })       // expect: runtime error: slice bounds out of range [:6] with length 5 true
	try(func() { _ = a[0:2:i] })      // expect: runtime error: slice bounds out of range [::5] with capacity 3 true
	try(func() { _ = i / zero })      // expect: runtime error: integer divide by zero true
	try(func() { _ = i % zero })      // expect: runtime error: integer divide by zero true
	try(func() { p.y = 1 })           // expect: runtime error: invalid memory address or nil pointer dereference true
	try(func() { m["a"] = 1 })        // expect: assignment to entry in nil map true
	try(func() { _ = e.(int) })       // expect: interface conversion: interface {} is string, not int true
	try(func() { _ = n.(int) })       // expect: interface conversion: interface {} is nil, not int true
	try(func() { _ = e.(I) })         // expect: interface conversion: string is not main.I: missing method m true
	try(func() { in.m() })            // expect: runtime error: invalid memory address or nil pointer dereference true
	try(func() { _ = make([]int, j) }) // expect: runtime error: makeslice: len out of range true
	try(func() { _ = map[interface{}]int{a[0:1:1][0]: 1, interface{}(a): 2} }) // expect: runtime error: hash of unhashable type []int true
	try(func() { x := interface{}(a); _ = x == x }) // expect: runtime error: comparing uncomparable type []int true
	try(func() { panic(fmt.Sprint("own ", 1)) })    // expect: own 1 false
	try(func() { _ = *(*[2]int)(a[:1]) })           // expect: runtime error: cannot convert slice with length 1 to array or pointer to array with length 2 true
	var f func()
	try(func() { f() }) // expect: runtime error: invalid memory address or nil pointer dereference true
}
