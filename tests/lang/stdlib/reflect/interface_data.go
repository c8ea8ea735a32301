// What InterfaceData returns tells values in interfaces apart, and is that of nil for nil.
package main

import (
	"fmt"
	"reflect"
)

func data(p *any) [2]uintptr { return reflect.ValueOf(p).Elem().InterfaceData() }

func main() {
	var none any
	var a, b, c any = new(int), new(int), "s"
	same := a
	fmt.Println(data(&none) == [2]uintptr{}) // expect: true
	fmt.Println(data(&a) == data(&same))     // expect: true
	fmt.Println(data(&a) == data(&b))        // expect: false
	fmt.Println(data(&a)[0] == data(&b)[0])  // expect: true
	fmt.Println(data(&a)[0] == data(&c)[0])  // expect: false
	fmt.Println(data(&c)[1] != 0)            // expect: true
	defer func() { fmt.Println(recover()) }()
	reflect.ValueOf(1).InterfaceData() // expect: reflect: call of reflect.Value.InterfaceData on int Value
}
