package main

func main() {
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
