// Package pipe squares numbers, one stage of a pipeline after the other.
package pipe

func generate(n int) <-chan int {
	out := make(chan int)
	go func() {
		for i := 1; i <= n; i++ {
			out <- i
		}
	}()
	return out
}

func square(in <-chan int) <-chan int {
	out := make(chan int)
	go func() {
		for i := range in {
			out <- i * i
		}
	}()
	return out
}

// SumOfSquares adds the squares of the numbers up to n.
func SumOfSquares(n int) int {
	sum := 0
	for s := range square(generate(n)) {
		sum += s
	}
	return sum
}
