// %p prints of a function what reflect has as its Pointer: the place of its code.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

func f() {}
func g() {}

type T struct{}

func (T) M() {}

func same(fs ...any) {
	for _, f := range fs {
		fmt.Print(fmt.Sprintf("%p", f) == fmt.Sprintf("0x%x", reflect.ValueOf(f).Pointer()), " ", fmt.Sprint(f) == fmt.Sprintf("%p", f), " ")
	}
	fmt.Println(fmt.Sprintf("%p", fs[0]) != fmt.Sprintf("%p", fs[1]))
}
func main() {
	x := 1
	h := func() { x++ }
	same(f, g, h, T.M, T{}.M) // expect: true true true true true true true true true true true
	m, s, c := map[int]int{}, []int{1}, make(chan int)
	same(m, c, s[:], &x)                    // expect: true false true true true false true true true
	fmt.Println(unsafe.Pointer(uintptr(1))) // expect: 0x1
}
