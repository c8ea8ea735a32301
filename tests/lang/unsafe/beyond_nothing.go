// A write through an unsafe.Pointer to a variable without size, as json-iterator makes them: it goes to
// memory that nothing else is in.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

func main() {
	x := reflect.New(reflect.TypeOf([0]int{}))
	p := x.UnsafePointer()
	*(*int)(p) = 7
	*(*string)(p) = "text"
	fmt.Println(x.Elem().Len(), *new(struct{}), *(*int)(unsafe.Pointer(new(int))))
}

// expect: 0 {} 0
