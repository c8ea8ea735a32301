package main

import (
	"fmt"
	"runtime"
)

func main() {
	func() {
		defer func() {
			r := recover()
			e, ok := r.(*runtime.PanicNilError)
			_, is := r.(runtime.Error)
			fmt.Printf("%T %v %v %v\n", r, ok, is, e) // expect: *runtime.PanicNilError true true panic called with nil argument (use GODEBUG=panicnil=1 to disable)
		}()
		panic(nil)
	}()
	var err error
	panic(err) // panic: panic called with nil argument \(use GODEBUG=panicnil=1 to disable\)
}
