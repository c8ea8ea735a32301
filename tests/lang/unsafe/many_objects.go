// The numbers of a goroutine's objects lead back to them, however many there are, and are its own.
package main

import (
	"fmt"
	"unsafe"
)

type pair struct{ a, b int64 }

func numbers(name int64, out chan<- [2]uintptr) {
	var last *pair
	for i := 0; i < 1<<20+1000; i++ {
		last = &pair{name, int64(i)}
	}
	number := uintptr(unsafe.Pointer(last))
	second := (*int64)(unsafe.Pointer(number + unsafe.Sizeof(last.a)))
	*second++
	fmt.Println(name, *second, last.b == *second)
	out <- [2]uintptr{number, number + 1}
}

func main() {
	out := make(chan [2]uintptr)
	go numbers(7, out)
	a := <-out
	for i := 0; i < 2000; i++ {
		_ = uintptr(unsafe.Pointer(new(pair)))
	}
	go numbers(8, out)
	b := <-out
	fmt.Println(a == b)
	// expect: 7 1049576 true
	// expect: 8 1049576 true
	// expect: false
}
