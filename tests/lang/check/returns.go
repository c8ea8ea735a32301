package main

func loops(n int) int {
	for {
	}
}

func loopWithCondition(n int) int {
	for true {
	}
} // error: missing return

func brokenLoop(n int) int {
outer:
	for {
		for {
			break
		}
		switch {
		default:
			break outer
		}
	}
} // error: missing return

func innerBreak(n int) int {
	for {
		select {
		default:
			break
		}
	}
}

func ranges(s []int) int {
	for range s {
		return 1
	}
} // error: missing return

func branches(n int) int {
	if n > 0 {
		return 1
	} else if n < 0 {
		panic("negative")
	} else {
		goto end
	}
end:
	return 0
}

func noElse(n int) int {
	if n > 0 {
		return 1
	}
} // error: missing return

func switches(n int, v any) int {
	switch n {
	case 0:
		return 1
	case 1:
		fallthrough
	default:
		switch v.(type) {
		case int:
			return 2
		default:
			{
				return 3
			}
		}
	}
}

func noDefault(n int) int {
	switch n {
	case 0:
		return 1
	}
} // error: missing return

func brokenSwitch(n int) int {
	switch n {
	case 0:
		if n > 0 {
			break
		}
		return 1
	default:
		return 2
	}
} // error: missing return

func selects(c chan int) int {
	select {
	case <-c:
		return 1
	case c <- 1:
		panic(1)
	}
}

func forever() int {
	select {}
}

func shadowed(n int) int {
	panic := func(int) {}
	panic(n)
} // error: missing return

var literal = func() int {
	println()
} // error: missing return

func bare() (n int, err error) {
	{
		err := error(nil)
		if err != nil {
			return // error: result parameter err not in scope at return
		}
	}
	return
}

func counts() (int, string) {
	if true {
		return // error: not enough return values
	}
	if true {
		return 1 // error: not enough return values
	}
	if true {
		return 1, "", 2 // error: too many return values
	}
	return "", 1 // error: cannot use "" .* as int value in return statement
}

func none() {
	return 1 // error: too many return values
}

func pass() (int, string) {
	return counts()
}

func main() {}
