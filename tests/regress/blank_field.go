// A literal's value for a blank field is computed, but not stored; an empty tag is no tag.
package main

import "fmt"

func f() int { fmt.Println("called"); return 7 }

func main() {
	x := struct{ a, _, c int }{1, f(), 3}
	fmt.Println(x)
	var a any = struct{ x int }{1}
	_, ok := a.(struct {
		x int ``
	})
	fmt.Println(ok)
}

// expect: called
// expect: {1 0 3}
// expect: true
