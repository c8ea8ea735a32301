// The number of a pointer to what has no size converts back to a pointer, that of any other such.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type nothing struct{}

func main() {
	p := new(nothing)
	q := (*nothing)(unsafe.Pointer(uintptr(unsafe.Pointer(p))))
	fmt.Println(q != nil, *q == nothing{}) // expect: true true

	all := reflect.ValueOf([]nothing{{}, {}})
	at := unsafe.Pointer(all.Index(1).UnsafeAddr())
	fmt.Println(reflect.NewAt(all.Type().Elem(), at).Elem()) // expect: {}
}
