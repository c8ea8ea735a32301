// Functions with arguments of 64000 bytes can be called, and that much is the limit.
package main

import (
	"fmt"
	"reflect"
)

func try(n int) {
	defer func() {
		if recover() != nil {
			fmt.Println(n, "is too large")
		}
	}()
	kilobyte := reflect.TypeOf([128]int{})
	in := make([]reflect.Type, n)
	args := make([]reflect.Value, n)
	for i := range in {
		in[i] = kilobyte
		args[i] = reflect.New(kilobyte).Elem()
		args[i].Index(7).SetInt(int64(i))
	}
	f := reflect.MakeFunc(reflect.FuncOf(in, in[:1], false), func(args []reflect.Value) []reflect.Value { return args[n-1:] })
	fmt.Println(f.Call(args)[0].Index(7), f.Type().NumIn())
}

func main() {
	try(1)
	try(62)
	try(64)
}

// expect: 0 1
// expect: 61 62
// expect: 64 is too large
