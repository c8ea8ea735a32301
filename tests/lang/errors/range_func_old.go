package main

// args: --go 1.22

func main() {
	for range func(yield func() bool) {} { // error: cannot range over func.*: requires go1.23 or later
	}
}
