package main

func main() {
	var x, y int
	if x = 3 { // error: cannot use assignment x = 3 as value
	}
	if y := 3 { // error: cannot use y := 3 as value
	}
	if x == 1; { // error: missing condition in if statement
	}
	if { // error: missing condition in if statement
	}
	if var z = 3; z == 3 { // error: var declaration not allowed in if initializer
	}
	for x = 3 { // error: cannot use assignment x = 3 as value
	}
	for i := 0; i < 3; i := i + 1 { // error: cannot declare in post statement of for loop
	}
	for x += 1; ; { }
	for (i := 0; i < 3; i++) { // error: unexpected :=, expected \)
	}
	if (x == y) { }
	switch x = 3 { // error: cannot use assignment x = 3 as value
	}
}
