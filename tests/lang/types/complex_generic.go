package main

import "fmt"

type complexes interface{ ~complex64 | ~complex128 }
type numbers interface {
	~int | ~float32 | ~float64 | complexes
}

type named complex64

func two[T numbers]() T     { return T(2) }
func unit[T complexes]() T  { return T(-1i) }
func tenth[T complexes]() T { return T(0.1) }
func sum[T numbers](a ...T) T {
	var s T
	for _, x := range a {
		s += x * 2
	}
	return s / 2
}

func main() {
	fmt.Println(two[int](), two[float32](), two[complex64](), two[named]()) // expect: 2 2 (2+0i) (2+0i)
	fmt.Println(unit[complex64](), unit[complex128](), tenth[complex64]())  // expect: (0-1i) (0-1i) (0.1+0i)
	fmt.Println(sum(1, 2), sum(1i, 2+0i), sum[named](1i, 1), sum(0.5, 1.0)) // expect: 3 (2+1i) (1+1i) 1.5
	m := map[complex128][]named{1: {1i}}
	fmt.Println(max2(m[1][0], 2), m) // expect: (2+0i) map[(1+0i):[(0+1i)]]
}

func max2[T complexes](a, b T) T {
	if a == b {
		return a
	}
	return b
}
