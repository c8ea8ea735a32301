// Headers that are filled in word by word, in both orders: what --explain and --state show of a word is
// the word, never what a header that is not complete would stand for.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

var text string
var list []int

func main() {
	from := "from here"
	array := [4]int{1, 2, 3, 4}
	s := (*reflect.StringHeader)(unsafe.Pointer(&text))
	s.Len = 4
	s.Data = (*reflect.StringHeader)(unsafe.Pointer(&from)).Data
	l := (*reflect.SliceHeader)(unsafe.Pointer(&list))
	l.Cap, l.Len = 3, 3
	l.Data = uintptr(unsafe.Pointer(&array))
	fmt.Println(text, list)
	l.Data, s.Data = 0, 0
}

// expect: from [1 2 3]
