package main

func main() {
	x, y // error: expected := or = or comma
	x, y += 1 // error: expected := or = or comma
	v[1:2:] = 1 // error: final index required in 3-index slice
	v[::3] = 1 // error: middle index required in 3-index slice
	v[] = 1 // error: expected operand
}
