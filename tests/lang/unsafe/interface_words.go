// The second word of an interface, which gc's programs read as a pointer to the value: it is one here
// for pointers, slices and strings; what the interface holds itself is no pointer.
package main

import (
	"fmt"
	"unsafe"
)

type words struct{ kind, data unsafe.Pointer }

func data(i *interface{}) unsafe.Pointer { return (*[2]unsafe.Pointer)(unsafe.Pointer(i))[1] }

func try(i interface{}, read func(p unsafe.Pointer)) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(r)
		}
	}()
	read(data(&i))
}

func main() {
	n := int32(7)
	try(&n, func(p unsafe.Pointer) { fmt.Println(*(*int32)(p)) })              // expect: 7
	try([]int32{1, 2}, func(p unsafe.Pointer) { fmt.Println(*(*[]int32)(p)) }) // expect: [1 2]
	try("text", func(p unsafe.Pointer) { fmt.Println(*(*string)(p)) })         // expect: text
	try(nil, func(p unsafe.Pointer) { fmt.Println(p == nil) })                 // expect: true
	try(int32(9), func(p unsafe.Pointer) { fmt.Println(*(*int32)(p)) })
	// expect: runtime error: unsafe.Pointer: a *interface {} does not convert to a *[2]unsafe.Pointer: memory has one layout
	try([2]int32{1, 2}, func(p unsafe.Pointer) { fmt.Println(*(*[2]int32)(p)) })
	// expect: runtime error: unsafe.Pointer: a *interface {} does not convert to a *[2]unsafe.Pointer: memory has one layout
	var e interface{} = &n
	fmt.Println((*words)(unsafe.Pointer(&e)).data == unsafe.Pointer(&n)) // expect: true
	var s fmt.Stringer
	fmt.Println(*(*interface{})(unsafe.Pointer(&s))) // expect: <nil>
}
