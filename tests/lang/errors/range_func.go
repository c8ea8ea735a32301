package main

func main() {
	f := func(yield func(int) bool) {}
	for _, b := range f { // error: range over f .* permits only one iteration variable
	}
	for range func() {} { // error: func must be func\(yield func\(\.\.\.\) bool\): wrong argument count
	}
	for range func(func() bool) int { return 1 } { // error: unexpected result
	}
	for range func(int) {} { // error: argument is not func
	}
	for range func(func(int)) {} { // error: yield func does not return bool
	}
	for range func(func(a, b, c int) bool) {} { // error: yield func has too many parameters
	}
	for _ = range func(func() bool) {} { // error: permits no iteration variables
	}
	for x := range f { // error: declared and not used: x
	}
	var s string
	for s = range f { // error: cannot use s .value of type int. as string value in range clause
	}
	_ = s
	_ = func() int {
		for range f {
			return // error: not enough return values
		}
		for range f {
			return 1, 2 // error: too many return values
		}
		for range f {
			return 1
		}
	} // error: missing return
L: // error: label L defined and not used
	for range f {
		func() { break L }() // error: break label not defined: L
	}
}
