package main

import "fmt"

func counter() (func() int, func()) {
	n := 0
	return func() int { n++; return n }, func() { n = 100 }
}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

func main() {
	next, jump := counter()
	other, _ := counter()
	next()
	next()
	jump()
	fmt.Println(next(), other()) // expect: 101 1
	double := func(x int) int { return 2 * x }
	fmt.Println(compose(double, double, func(x int) int { return x + 1 })(3)) // expect: 13
	var fact func(int) int
	fact = func(n int) int {
		if n == 0 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(10), compose()(1)) // expect: 3628800 1
	x := 1
	{
		x := 2
		func() { x++ }()
		fmt.Println(x) // expect: 3
	}
	fmt.Println(x) // expect: 1
	var nothing func()
	fmt.Println(nothing == nil, next != nil) // expect: true true
}
