package main

func main() {
	for {
		main()
	}

// error: unexpected EOF, expected }