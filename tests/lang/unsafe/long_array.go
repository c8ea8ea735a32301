// Arrays longer than any memory, which only pointers to other memory are converted to: sliced, and indexed.
package main

import (
	"fmt"
	"unsafe"
)

const most = 0xFFFFFFFFFFFF

type page struct {
	id    uint64
	flags uint16
	count uint16
	over  uint32
	ptr   uintptr
}

func bytesAt(p unsafe.Pointer, off uintptr, i, j int) []byte {
	return (*[most]byte)(unsafe.Pointer(uintptr(p) + off))[i:j:j]
}

func main() {
	b := []byte("0123456789")
	s := bytesAt(unsafe.Pointer(&b[0]), 2, 1, 4)
	fmt.Println(string(s), len(s), cap(s))
	a := (*[most]byte)(unsafe.Pointer(&b[0]))
	a[3] = 'x'
	i := 4
	a[i] = 'y'
	fmt.Println(string(b), len(a), a[i])
	p := (*[most / 8]uint64)(unsafe.Pointer(&[]uint64{1, 2, 3}[0]))[:3]
	fmt.Println(p, len(p))
	n := 8
	q := (*[most]byte)(unsafe.Pointer(&b[0]))[:n]
	fmt.Println(string(q), cap(q) == most)
	defer func() { fmt.Println(recover()) }()
	i = -1
	fmt.Println(a[i])
}

// expect: 345 3 3
// expect: 012xy56789 281474976710655 121
// expect: [1 2 3] 3
// expect: 012xy567 true
// expect: runtime error: index out of range [-1]
