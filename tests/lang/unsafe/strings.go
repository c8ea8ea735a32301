// Distances within a string, by numbers of pointers to its bytes.
package main

import (
	"fmt"
	"os"
	"unsafe"
)

type hdr struct {
	data unsafe.Pointer
	len  int
}

func off(a, b string) int {
	x := *(*hdr)(unsafe.Pointer(&a))
	y := *(*hdr)(unsafe.Pointer(&b))
	return int(uintptr(y.data) - uintptr(x.data))
}

func main() {
	s := "hello, world"
	fmt.Println(off(s, s[3:7]))
	t := s + os.Args[0]
	fmt.Println(off(t, t[5:8]))
	b := []byte("abcdefgh")
	u := string(b)
	fmt.Println(off(u, u[2:4]), off(u, u[8:]))
	fmt.Println(uintptr(unsafe.Pointer(unsafe.StringData(u[2:]))) - uintptr(unsafe.Pointer(unsafe.StringData(u))))
}

// expect: 3
// expect: 5
// expect: 2 0
// expect: 2
