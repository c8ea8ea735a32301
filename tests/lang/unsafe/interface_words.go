// The second word of an interface, which gc's programs read as a pointer to the value: it is one here
// for pointers, slices and strings; where the interface holds the value itself, it is in a copy.
package main

import (
	"fmt"
	"unsafe"
)

type words struct{ kind, data unsafe.Pointer }

type small struct {
	a uint8
	b string
}

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
	try(&n, func(p unsafe.Pointer) { fmt.Println(*(*int32)(p)) })                  // expect: 7
	try([]int32{1, 2}, func(p unsafe.Pointer) { fmt.Println(*(*[]int32)(p)) })     // expect: [1 2]
	try("text", func(p unsafe.Pointer) { fmt.Println(*(*string)(p)) })             // expect: text
	try(nil, func(p unsafe.Pointer) { fmt.Println(p == nil) })                     // expect: true
	try(int32(9), func(p unsafe.Pointer) { fmt.Println(*(*int32)(p)) })            // expect: 9
	try([2]int32{1, 2}, func(p unsafe.Pointer) { fmt.Println(*(*[2]int32)(p)) })   // expect: [1 2]
	try(true, func(p unsafe.Pointer) { fmt.Println(*(*bool)(p)) })                 // expect: true
	try(2.5, func(p unsafe.Pointer) { fmt.Println(*(*float64)(p)) })               // expect: 2.5
	try(float32(1.5), func(p unsafe.Pointer) { fmt.Println(*(*float32)(p)) })      // expect: 1.5
	try([40]int{39: 4}, func(p unsafe.Pointer) { fmt.Println((*[40]int)(p)[39]) }) // expect: 4
	try(small{1, "b"}, func(p unsafe.Pointer) { fmt.Println(*(*small)(p)) })       // expect: {1 b}
	var e interface{} = &n
	fmt.Println((*words)(unsafe.Pointer(&e)).data == unsafe.Pointer(&n)) // expect: true
	var held interface{} = 3
	at := &held
	fmt.Println(*(*int)((*words)(unsafe.Pointer(at)).data), *at, held) // expect: 3 3 3
	var s fmt.Stringer
	fmt.Println(*(*interface{})(unsafe.Pointer(&s))) // expect: <nil>
}
