package main

import (
	"fmt"
	"strings"
)

type wide struct{ a, b, c, d, e int }

type object[T any] struct {
	before int64
	value  T
	after  T
}

// What f panics with, shortened.
func said(f func()) (text string) {
	defer func() {
		text = strings.TrimPrefix(fmt.Sprint(recover()), "runtime error: ")
		text = strings.Replace(text, "invalid memory address or nil pointer dereference", "nil", 1)
		text = strings.Replace(text, "index out of range ", "", 1)
	}()
	f()
	return
}

// Loads and stores of a T, through nil and beyond the end; those that are in order keep the value.
func try[T comparable](name string, value T) {
	var p *object[T]
	var q *T
	var got T
	s := make([]T, 2)
	var array [3]T
	i := 2
	fmt.Println(name,
		said(func() { got = p.after }), said(func() { p.after = value }),
		said(func() { got = *q }), said(func() { *q = value }),
		said(func() { got = s[i] }), said(func() { s[i] = value }),
		said(func() { got = array[i+1] }), said(func() { array[i+1] = value }),
		said(func() { _ = &s[i] }), said(func() { _ = &p.after }))
	s[1], array[2] = value, value
	o := object[T]{after: value}
	p, q = &o, &s[1]
	got = p.after
	var none T
	if got != value || *q != value || s[i-1] != value || array[i] != value || s[0] != none || o.value != none {
		fmt.Println(name, "is not kept")
	}
}

func main() {
	try("int8", int8(-3))             // expect: int8 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("uint8", uint8(253))          // expect: uint8 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("int16", int16(-300))         // expect: int16 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("uint16", uint16(65000))      // expect: uint16 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("int32", int32(-70000))       // expect: int32 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("uint32", uint32(4000000000)) // expect: uint32 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("int64", int64(-1<<40))       // expect: int64 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("float32", float32(-1.5))     // expect: float32 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("float64", -1.1)              // expect: float64 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("complex64", complex64(1+2i)) // expect: complex64 nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("string", "text")             // expect: string nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("interface", any(7))          // expect: interface nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("pointer", &wide{})           // expect: pointer nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("wide", wide{1, 2, 3, 4, 5})  // expect: wide nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("array", [3]uint16{1, 2, 3})  // expect: array nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
	try("triple", [3]int{1, 2, 3})    // expect: triple nil nil nil nil [2] with length 2 [2] with length 2 [3] with length 3 [3] with length 3 [2] with length 2 nil
}
