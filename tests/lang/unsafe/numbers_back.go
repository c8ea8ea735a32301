package main

import (
	"fmt"
	"unsafe"
)

type object struct {
	memory []byte
	starts uintptr
}

func number(p *byte) uintptr { return uintptr(unsafe.Pointer(p)) }

func back(n uintptr) *byte { return (*byte)(unsafe.Pointer(n)) }

func allocate(sizes []int, to chan<- []object) {
	var objects []object
	for _, size := range sizes {
		memory := make([]byte, size)
		objects = append(objects, object{memory, number(&memory[0])})
	}
	to <- objects
}

// Every pointer into an object comes back from its number, of small objects and of some that are larger than
// the distance between the numbers of others, whichever goroutine made them; one outside stands for none.
func main() {
	made := make(chan []object)
	for g := 0; g < 3; g++ {
		var sizes []int
		for i := 0; i < 120; i++ {
			size := 1 + i%9
			if i%20 == 7 {
				size = 60000 << (i / 40) // up to 240,000
			}
			sizes = append(sizes, size)
		}
		go allocate(sizes, made)
	}
	objects := append(append(<-made, <-made...), <-made...)

	wrong := 0
	for _, o := range objects {
		for at := 0; at < len(o.memory); at += 1 + len(o.memory)/7 {
			p := &o.memory[at]
			n := number(p)
			if n != o.starts+uintptr(at) || back(n) != p || back(o.starts+uintptr(at)) != p {
				wrong++
			}
		}
		last := len(o.memory) - 1
		if back(o.starts+uintptr(last)) != &o.memory[last] {
			wrong++
		}
	}
	fmt.Println(len(objects), wrong) // expect: 360 0

	overlapping := 0
	for i, a := range objects {
		for _, b := range objects[:i] {
			if a.starts < b.starts+uintptr(len(b.memory)) && b.starts < a.starts+uintptr(len(a.memory)) {
				overlapping++
			}
		}
	}
	fmt.Println(overlapping) // expect: 0

	outside := func(n uintptr) (is bool) {
		defer func() { is = recover() != nil }()
		_ = back(n)
		return
	}
	o := objects[0]
	fmt.Println(outside(o.starts), outside(o.starts+uintptr(len(o.memory))+64), outside(12345)) // expect: false true true
}
