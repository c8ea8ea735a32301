// The line of a call x.f() is that of f, where x is no call either.
package main

import (
	"fmt"
	"runtime"
)

type T struct{ t *T }

func (t *T) On(...int) *T {
	_, _, line, _ := runtime.Caller(1)
	fmt.Println(line)
	return t
}

func main() {
	t := &T{&T{}}
	t.
		On(1).
		On(2,
			3)
	t.t.
		On(
			4,
		)
	t.On(
		5)
}

// expect: 20
// expect: 21
// expect: 24
// expect: 27
