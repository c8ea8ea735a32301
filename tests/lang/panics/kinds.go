// What recover returns for every kind of panic, and what Goexit and panics do to each other.
package main

import (
	"errors"
	"fmt"
	"runtime"
)

type number int

func (number) Error() int { return 3 }

type taker struct{ s string }

func (taker) Error(int) string { return "no" }
func (taker) String(x int) string { return "no" }

type quiet struct{ a int }

func (quiet) Error() (string, bool) { return "", false }

type named string
type list []int
type pt struct{ x, y int }

func (p *pt) Error() string { return fmt.Sprint("pt ", p.x) }

type nested struct{ error }

type loud struct{}

func (loud) String() string { panic("in String") }

type bad struct{}

func (bad) Error() string { panic(errors.New("in Error")) }

func try(name string, f func()) {
	defer func() {
		r := recover()
		fmt.Printf("%s: %T %v\n", name, r, r)
	}()
	f()
}

func exit(name string, f func()) {
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
		fmt.Println(name, "goes on")
	}()
	<-done
	fmt.Println(name, "ended")
}

func main() {
	try("number", func() { panic(number(2)) })
	try("taker", func() { panic(taker{"x"}) })
	try("nil", func() { panic(nil) })
	try("again", func() {
		defer func() { panic(fmt.Sprint("second after ", recover())) }()
		panic("first")
	})
	try("replaced", func() {
		defer func() { panic("second") }()
		panic("first")
	})
	try("recovered inside", func() {
		defer func() {
			defer func() { fmt.Println("inner", recover()) }()
			panic("inside")
		}()
		panic("outside")
	})
	exit("plain", runtime.Goexit)
	exit("deferred", func() {
		defer runtime.Goexit()
		panic("lost")
	})
	exit("recover finds none", func() {
		defer func() { fmt.Println("goexit:", recover()) }()
		runtime.Goexit()
	})
	exit("panic in a deferred call", func() {
		defer func() { fmt.Println("recovered", recover()) }()
		defer func() { panic("while leaving") }()
		runtime.Goexit()
	})
	exit("twice", func() {
		defer runtime.Goexit()
		runtime.Goexit()
	})
	exit("goexit during a panic that was recovered", func() {
		defer func() {
			recover()
			runtime.Goexit()
		}()
		panic("x")
	})
	var nothing func()
	try("nil function", func() { nothing() })
	try("deferred nil", func() { defer nothing() })
	var p *pt
	try("nil receiver", func() { _ = p.Error() })
	var e error
	try("nil interface", func() { _ = e.Error() })
	var m map[string]int
	try("nil map", func() { m["a"] = 1 })
	try("unhashable", func() { _ = map[interface{}]int{[]int{}: 1} })
	try("unhashable in struct", func() { m := map[interface{}]int{}; m[struct{ f interface{} }{func() {}}]++ })
	try("uncomparable", func() { var a, b interface{} = list{}, list{}; _ = a == b })
	try("uncomparable field", func() { a, b := [1]interface{}{list{}}, [1]interface{}{list{}}; _ = a == b })
	try("conversion", func() { _ = (*[4]int)(make([]int, 3)) })
	try("array", func() { _ = [4]int(make([]int, 3)) })
	n := -1
	try("make", func() { _ = make([]int, n) })
	try("make cap", func() { _ = make([]int, 2, 1-n-1) })
	try("make huge", func() { _ = make([]pt, 1<<59) })
	try("make chan", func() { _ = make(chan pt, n) })
	try("make chan huge", func() { _ = make(chan pt, 1<<59) })
	try("slice", func() { _ = []int{1, 2}[2:1-n-1] })
	try("slice3", func() { s := []int{1, 2}; _ = s[0:1:n+10] })
	try("string", func() { s := "ab"; _ = s[n+4:] })
	try("shift", func() { _ = 1 << n })
	try("divide", func() { z := n + 1; _ = 1 / z })
	try("assert", func() { var x interface{} = 1; _ = x.(string) })
	try("assert nil", func() { var x interface{}; _ = x.(string) })
	try("assert method", func() { var x interface{} = 1; _ = x.(error) })
	try("assert iface", func() { var x interface{} = pt{}; _ = x.(error) })
	try("close nil", func() { var c chan int; close(c) })
	try("close twice", func() { c := make(chan int); close(c); close(c) })
	try("send closed", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("select closed", func() { c := make(chan int, 1); close(c); select { case c <- 1: default: } })
	try("repeat", func() { _ = append([]pt{}, make([]pt, 1<<58)...) })
}

// expect: number: main.number 2
// expect: taker: main.taker {x}
// expect: nil: *runtime.PanicNilError panic called with nil argument (use GODEBUG=panicnil=1 to disable)
// expect: again: string second after first
// expect: replaced: string second
// expect: inner inside
// expect: recovered inside: string outside
// expect: plain ended
// expect: deferred ended
// expect: goexit: <nil>
// expect: recover finds none ended
// expect: recovered while leaving
// expect: panic in a deferred call ended
// expect: twice ended
// expect: goexit during a panic that was recovered ended
// expect: nil function: runtime.errorString runtime error: invalid memory address or nil pointer dereference
// expect: deferred nil: runtime.errorString runtime error: invalid memory address or nil pointer dereference
// expect: nil receiver: runtime.errorString runtime error: invalid memory address or nil pointer dereference
// expect: nil interface: runtime.errorString runtime error: invalid memory address or nil pointer dereference
// expect: nil map: runtime.plainError assignment to entry in nil map
// expect: unhashable: runtime.errorString runtime error: hash of unhashable type []int
// expect: unhashable in struct: runtime.errorString runtime error: hash of unhashable type func()
// expect: uncomparable: runtime.errorString runtime error: comparing uncomparable type main.list
// expect: uncomparable field: runtime.errorString runtime error: comparing uncomparable type main.list
// expect: conversion: runtime.errorString runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// expect: array: runtime.errorString runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
// expect: make: runtime.errorString runtime error: makeslice: len out of range
// expect: make cap: runtime.errorString runtime error: makeslice: cap out of range
// expect: make huge: runtime.errorString runtime error: makeslice: len out of range
// expect: make chan: runtime.plainError makechan: size out of range
// expect: make chan huge: runtime.plainError makechan: size out of range
// expect: slice: runtime.errorString runtime error: slice bounds out of range [2:1]
// expect: slice3: runtime.errorString runtime error: slice bounds out of range [::9] with capacity 2
// expect: string: runtime.errorString runtime error: slice bounds out of range [3:2]
// expect: shift: runtime.errorString runtime error: negative shift amount
// expect: divide: runtime.errorString runtime error: integer divide by zero
// expect: assert: *runtime.TypeAssertionError interface conversion: interface {} is int, not string
// expect: assert nil: *runtime.TypeAssertionError interface conversion: interface {} is nil, not string
// expect: assert method: *runtime.TypeAssertionError interface conversion: int is not error: missing method Error
// expect: assert iface: *runtime.TypeAssertionError interface conversion: main.pt is not error: missing method Error
// expect: close nil: runtime.plainError close of nil channel
// expect: close twice: runtime.plainError close of closed channel
// expect: send closed: runtime.plainError send on closed channel
// expect: select closed: runtime.plainError send on closed channel
// expect: repeat: runtime.errorString runtime error: growslice: len out of range
