// The names of method values and method expressions, and of promoted ones, are Go's.
package main

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
)

type my struct{ bytes.Buffer }

func (my) v()  {}
func (*my) p() {}

type I interface{ v() }

type E struct{ *my }

func main() {
	var i I = my{}
	x := &my{}
	for _, f := range []any{my.v, (*my).v, (*my).p, x.v, x.p, x.Write, (*my).Write, I.v, i.v,
		(*bytes.Buffer).Len, (&bytes.Buffer{}).Len, E.v, E{x}.p, fmt.Stringer.String} {
		fmt.Println(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name())
	}
}

// expect: main.my.v
// expect: main.(*my).v
// expect: main.(*my).p
// expect: main.my.v-fm
// expect: main.(*my).p-fm
// expect: bytes.(*Buffer).Write-fm
// expect: main.(*my).Write
// expect: main.I.v
// expect: main.I.v-fm
// expect: bytes.(*Buffer).Len
// expect: bytes.(*Buffer).Len-fm
// expect: main.E.v
// expect: main.(*my).p-fm
// expect: fmt.Stringer.String
