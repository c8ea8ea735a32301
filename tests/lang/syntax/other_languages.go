// Words of other languages: one error each.
package main

import "fmt"

function f() { // error: non-declaration statement outside function body
}

class Point { // error: non-declaration statement outside function body
	x int
}

x := 1 // error: non-declaration statement outside function body

func main() {
	a := 1
	while a < 3 { // error: unexpected name a at end of statement
		a++
	}
	let b = 2 // error: unexpected name b at end of statement
	int c = 3 // error: unexpected name c at end of statement
	def g() { // error: unexpected name g at end of statement
	}
	fmt.Println "hello" // error: unexpected literal "hello" at end of statement
	s := 'hello' // error: more than one character in rune literal
	d := a++ // error: unexpected \+\+ at end of statement
	++a // error: unexpected \+\+, expected }
	e := a == 1 ? 2 : 3 // error: invalid character U\+003F '\?'
	a = 1 # comment // error: invalid character U\+0023 '#'
	func inner() { // error: unexpected name inner, expected \(
	}
	until a { // error: unexpected name a at end of statement
	}
}
