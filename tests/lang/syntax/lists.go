// What is missing in a list is named, and the rest is read.
package main

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
