// What is missing in a list is named, and the rest is read.
package main

func f(a int b int) {} // error: unexpected name b in parameter list; possibly missing comma or \)
func g(a int, string) {} // error: mixed named and unnamed parameters
func h(a, b) (c int, d) { return } // error: mixed named and unnamed parameters
func (a, b T) i() {} // error: method has multiple receivers
func () j() {} // error: method has no receiver
func (T) k[P any]() {} // error: method must have no type parameters
func l[]() {} // error: empty type parameter list

type T struct {
	a int, b int // error: unexpected comma in struct type
	c
}

type U struct {
	(T) // error: cannot parenthesize embedded type
	x int y // error: unexpected name y
}

var v = []int{
	1,
	2 // error: unexpected newline in composite literal; possibly missing comma or }
}

var w = f(
	1,
	2 // error: unexpected newline in argument list; possibly missing comma or \)
)

const (
	c1 = iota c2 // error: unexpected name c2
)

import "late" // error: imports must appear before other declarations

func main() {
	x, y // error: expected := or = or comma
	x, y += 1 // error: expected := or = or comma
	v[1:2:] = 1 // error: final index required in 3-index slice
	v[::3] = 1 // error: middle index required in 3-index slice
	v[] = 1 // error: expected operand
	go f // error: expression in go must be function call
	defer (f()) // error: expression in defer must not be parenthesized
	y := x.(type) // error: use of .\(type\) outside type switch
	var z chan = nil // error: missing channel element type
	switch x {
		f() // error: unexpected name f, expected case or default or }
	case 1:
	}
	goto 3 // error: expected name
	a := [3]int{1, 2 3} // error: unexpected literal 3 in composite literal
}
