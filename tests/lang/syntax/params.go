// Parameter and field lists.
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

