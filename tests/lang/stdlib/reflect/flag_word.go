// Packages that print unexported fields find the bits of a reflect.Value where Go has them.
package main

import (
	"fmt"
	"reflect"
	"unsafe"
)

type inner struct{ secret int }
type outer struct {
	Open   int
	hidden string
	inner
	p *inner
}

// The word of a reflect.Value that says whether it was reached through an unexported field.
var offset = func() uintptr {
	f, ok := reflect.TypeOf(reflect.Value{}).FieldByName("flag")
	if !ok || f.Type.Kind() != reflect.Uintptr {
		panic("no flag")
	}
	return f.Offset
}()

func flag(v *reflect.Value) *uintptr {
	return (*uintptr)(unsafe.Pointer(uintptr(unsafe.Pointer(v)) + offset))
}

func main() {
	o := outer{1, "two", inner{3}, &inner{4}}
	of := func(v reflect.Value, name string) reflect.Value { return v.FieldByName(name) }
	plain, shared := reflect.ValueOf(o), reflect.ValueOf(&o).Elem()
	open, hidden, embedded := of(plain, "Open"), of(plain, "hidden"), of(plain, "inner")
	ro := (*flag(&hidden) ^ *flag(&open) | *flag(&embedded) ^ *flag(&open)) &^ 31
	there := of(shared, "Open")
	fmt.Println(offset, ro == 1<<5|1<<6, *flag(&there)^*flag(&open) == 1<<8)
	for _, name := range []string{"Open", "hidden", "inner", "p"} {
		for _, from := range []reflect.Value{plain, shared} {
			v := of(from, name)
			before := v.CanInterface()
			*flag(&v) &^= ro
			fmt.Println(name, before, v.CanInterface(), v.CanSet(), v.Kind())
		}
	}
	v := of(shared, "hidden")
	*flag(&v) &^= ro
	v.SetString("changed")
	fmt.Println(o.hidden, v.Interface())
}

// expect: 16 true true
// expect: Open true true false int
// expect: Open true true true int
// expect: hidden false true false string
// expect: hidden false true true string
// expect: inner false true false struct
// expect: inner false true true struct
// expect: p false true false ptr
// expect: p false true true ptr
// expect: changed changed
