// To have read the first field of a struct is not to have read all of it.
package main

import (
	"fmt"
	"runtime"
)

type two struct{ a, b int }

func main() {
	p := &two{1, 2}
	go func() {
		p.b = 7
	}()
	runtime.Gosched()
	first := p.a
	all := *p
	fmt.Println(first, all)
}

// expect: 1 {1 7}
// race: RaW on .p
// exit: 66
