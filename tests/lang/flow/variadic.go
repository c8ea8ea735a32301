package main

import "fmt"

func sum(base int, more ...int) (total int) {
	total = base
	for _, m := range more {
		total += m
	}
	return
}

func two() (int, string) { return 1, "x" }

func take(n int, s string) string { return fmt.Sprint(n, s) }

func isNil(xs ...int) bool { return xs == nil }

func main() {
	s := []int{1, 2, 3}
	fmt.Println(sum(1), sum(1, 2, 3), sum(0, s...)) // expect: 1 6 6
	fmt.Println(take(two()))                           // expect: 1x
	fmt.Println(isNil(), isNil(s[:0]...))              // expect: true false
	change := func(xs ...int) { xs[0] = 9 }
	change(s...)
	fmt.Println(s) // expect: [9 2 3]
}
