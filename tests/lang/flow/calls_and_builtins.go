package main

import "fmt"

// Built-in functions are called in their order among calls, as with gc.
func main() {
	x := make([]int, 1)
	grow := func() int { x = make([]int, 3); return 2 }
	a, b, c := len(x), grow(), len(x)
	fmt.Println(a, b, c) // expect: 1 2 3
	x = make([]int, 1)
	fmt.Println(cap(x), grow(), cap(x)) // expect: 1 2 3
	n := 1
	more := func() int { n = 5; return n }
	p, _, q := make([]int, n), more(), make([]int, n)
	fmt.Println(len(p), len(q)) // expect: 1 5
}
