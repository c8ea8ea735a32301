// Functions that make functions and share variables with them.
package main

func counter(step int) (next func() int, reset func()) {
	count := 0
	next = func() int {
		count += step
		return count
	}
	reset = func() { count = 0 }
	return
}

func compose(f, g func(int) int) func(int) int {
	return func(x int) int { return f(g(x)) }
}

func transform(values []int, f func(int) int) {
	for i, v := range values {
		values[i] = f(v)
	}
}

func main() {
	total := 0
	for round := 0; round < 4500; round++ {
		next, reset := counter(round%7 + 1)
		values := make([]int, 500)
		transform(values, func(int) int { return next() })
		add := func(x int) int { return x + round }
		half := func(x int) int { return x / 2 }
		transform(values, compose(half, compose(add, add)))
		reset()
		for _, v := range values {
			total += v % 100
		}
		total += next()
	}
	println(total)
}
