package main

var x int
var x string // error: x redeclared

func f() {}
func f() {} // error: f redeclared

type T struct {
	a int
	a string // error: a redeclared
}

func (T) m() {}
func (T) m() {} // error: (T.m already declared|T.m redeclared)

func main() {
	a := 1
	a := 2 // error: no new variables on left side of :=
	_ = a
	switch a {
	case 1:
	case 1: // error: duplicate case 1
	}
	_ = map[string]int{"k": 1, "k": 2} // error: duplicate key "k"
	goto L // error: label L not defined
M: // error: label M defined and not used
	break // error: break is not in a loop
}
