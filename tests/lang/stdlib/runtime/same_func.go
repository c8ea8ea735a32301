// A *Func stands for its function, so that two of the same are equal.
package main

import (
	"fmt"
	"reflect"
	"runtime"
)

func here() uintptr {
	pc, _, _, _ := runtime.Caller(1)
	return pc
}

type T struct{}

func (T) Method() uintptr { return here() }

func main() {
	f, g := runtime.FuncForPC(here()), runtime.FuncForPC(here())
	fmt.Println(f == g, f.Name(), f.Entry() == g.Entry()) // expect: true main.main true
	m := runtime.FuncForPC(T{}.Method())
	fmt.Println(m == f, m.Name())                                                   // expect: false main.T.Method
	fmt.Println(runtime.FuncForPC(0) == nil, runtime.FuncForPC(0).Name() == "", *f) // expect: true true {}
	fmt.Println(runtime.FuncForPC(reflect.ValueOf(here).Pointer()).Name())          // expect: main.here
	_, line := f.FileLine(f.Entry())
	fmt.Println(line)                                                                    // expect: 19
	fmt.Println(runtime.FuncForPC(reflect.ValueOf(here).Pointer()).Entry() != f.Entry()) // expect: true
}
