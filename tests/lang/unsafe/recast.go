// A pointer to memory of another layout is an error where it is made, not before.
package main

import (
	"fmt"
	"unsafe"
)

func show(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

type word struct{ p *int }

func main() {
	n, b, w := 1, [8]byte{}, word{}
	show(func() { _ = *(**int)(unsafe.Pointer(&b)) })   // expect: runtime error: unsafe.Pointer: a *[8]uint8 does not convert to a **int: memory has one layout
	show(func() { _ = *(**int)(unsafe.Pointer(&n)) })   // expect: runtime error: unsafe.Pointer: a *int does not convert to a **int: memory has one layout
	show(func() { _ = *(*[]byte)(unsafe.Pointer(&[]*int{&n})) })
	// expect: runtime error: unsafe.Pointer: a *[]*int does not convert to a *[]uint8: memory has one layout
	show(func() { _ = **(**uintptr)(unsafe.Pointer(&w)) })           // expect: runtime error: invalid memory address or nil pointer dereference
	show(func() { _ = *(*uint64)(unsafe.Pointer((*[8]byte)(nil))) }) // expect: runtime error: invalid memory address or nil pointer dereference
	show(func() { _ = unsafe.Pointer(uintptr(0xdeadbeef)) })         // expect: runtime error: unsafe.Pointer(0xdeadbeef): the number stands for no object
	m := -1
	show(func() { _ = unsafe.Slice(&n, m) })            // expect: runtime error: unsafe.Slice: len out of range
	show(func() { _ = unsafe.String((*byte)(nil), -m) }) // expect: runtime error: unsafe.String: ptr is nil and len is not zero
}
