// The Data of a header is an address, whatever number is put there: one of a pointer that an
// interface kept, under a type of its own, one from a variable, or one that stands for nothing.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type kept unsafe.Pointer

func keep(s string) any {
	h := (*reflect.StringHeader)(unsafe.Pointer(&s))
	return kept(h.Data)
}

func text(v any, n int) (s string) {
	h := (*reflect.StringHeader)(unsafe.Pointer(&s))
	h.Data = uintptr(v.(kept))
	h.Len = n
	return s
}

func bytes(p *[4]byte) (b []byte) {
	at := uintptr(unsafe.Pointer(p))
	h := (*reflect.SliceHeader)(unsafe.Pointer(&b))
	h.Data = at + 1
	h.Len, h.Cap = 3, 3
	return b
}

func main() {
	fmt.Println(text(keep("constant"), 8))
	fmt.Println(text(keep(fmt.Sprint("made ", 1)), 6))
	fmt.Printf("%s\n", bytes(&[4]byte{'a', 'b', 'c', 'd'}))
	var s string
	(*reflect.StringHeader)(unsafe.Pointer(&s)).Data = 1 << 46
}

// expect: constant
// expect: made 1
// expect: bcd
// panic: runtime error: unsafe.Pointer.0x400000000000.: the number stands for no object
