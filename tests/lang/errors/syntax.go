package main

func main() {
	if x == 1 // error: (unexpected newline|missing)
	{
	}
	a := [3]int{1, 2 // error: (unexpected|missing)
	}
}
