// Methods by number and by name: in order of names, only exported ones but for interfaces, promoted ones
// among them.
package main

import (
	"fmt"
	"reflect"
)

type base struct{}

func (base) Zeta() int   { return 26 }
func (base) hidden() int { return 0 }

type T struct{ base }

func (T) B() int   { return 2 }
func (T) A() int   { return 1 }
func (*T) Ab() int { return 12 }
func (T) a() int   { return 0 }

type I interface {
	B() int
	a() int
	A() int
}

func main() {
	for _, t := range []reflect.Type{reflect.TypeOf(T{}), reflect.TypeOf(&T{}), reflect.TypeOf((*I)(nil)).Elem()} {
		for i := 0; i < t.NumMethod(); i++ {
			m := t.Method(i)
			again, ok := t.MethodByName(m.Name)
			fmt.Print(m.Name, " ", again.Index == i, ok, "; ")
		}
		_, a := t.MethodByName("a")
		_, ab := t.MethodByName("Ab")
		_, none := t.MethodByName("")
		fmt.Println(a, ab, none)
	}
	v := reflect.ValueOf(&T{})
	for _, name := range []string{"Zeta", "A", "Ab", "hidden"} {
		m := v.MethodByName(name)
		fmt.Println(name, m.IsValid())
		if m.IsValid() {
			fmt.Println(m.Call(nil)[0])
		}
	}
}

// expect: A true true; B true true; Zeta true true; false false false
// expect: A true true; Ab true true; B true true; Zeta true true; false true false
// expect: A true true; B true true; a true true; true false false
// expect: Zeta true
// expect: 26
// expect: A true
// expect: 1
// expect: Ab true
// expect: 12
// expect: hidden false
