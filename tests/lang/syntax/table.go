package main

import fmt               // error: missing import path; require quoted string
import "a" "b"           // error: .
import ""                // error: (empty string|invalid import path)
import "/absolute"       // error: absolute path
import "a b!"            // error: import path contains space

type t struct {
	a int "tag"
	b int 1              // error: (tag must be a string|unexpected literal 1)
	(c) int              // error: (parenthesize|unexpected)
}

type i interface {
	m[T any]()           // error: interface method must have no type parameters
	1                    // error: (unexpected literal 1|expected)
}


type h[T any, U] struct{} // error: missing type constraint

func f(a int, string) {} // error: mixed named and unnamed parameters
func k(a ...) {}         // error: (missing type|is missing type|final parameter)
func l(a.b int) {}       // error: .
func f[](){}             // error: (empty type parameter list|expected)
func f() : int { return 1 } // error: unexpected :
func f() - int { return 1 } // error: unexpected -
func 1() {}              // error: (unexpected literal 1|expected name)
func f {}                // error: (expected \(|unexpected {)
}                        // error: (non-declaration statement|unexpected })

x := 1                   // error: non-declaration statement outside function body

var a                    // error: (unexpected newline|expected)
var b, = 1               // error: .
