package main

import "fmt"

// Inference: from arguments, constants, core types, partial lists, results of calls.

func Map[S ~[]A, A, B any](s S, f func(A) B) []B {
	r := make([]B, len(s))
	for i, a := range s {
		r[i] = f(a)
	}
	return r
}

func Fold[A, B any](s []A, b B, f func(B, A) B) B {
	for _, a := range s {
		b = f(b, a)
	}
	return b
}

func Compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

func Make[T any, N int | uint8](n N) []T { return make([]T, n) }

func Pair[A any, B any](a A, b B) struct {
	A A
	B B
} {
	return struct {
		A A
		B B
	}{a, b}
}

func Variadic[T any](xs ...T) string { return fmt.Sprintf("%T%v", xs, xs) }

func two() (int, string) { return 1, "two" }

func Same[T any](a, b T) string { return fmt.Sprintf("%T", a) }

type Vec[T any] []T

func Len[T any](v Vec[T]) int    { return len(v) }
func First[M ~map[K]V, K comparable, V any](m M) (k K, v V) {
	for k, v = range m {
		return
	}
	return
}
func FromChan[T any](c <-chan T) T  { return <-c }
func Deref[T any](p *T) T           { return *p }
func Apply[T any](x T, fs ...func(T) T) T {
	for _, f := range fs {
		x = f(x)
	}
	return x
}

type Num interface{ ~int | ~float64 }

func Add[T Num](a, b T) T { return a + b }

func rec[T any](n int, x T) string {
	if n == 0 {
		return fmt.Sprint(x)
	}
	return rec(n-1, x) + "."
}

func swap[A, B any](a A, b B, n int) string {
	if n == 0 {
		return fmt.Sprintf("%T %T", a, b)
	}
	return swap(b, a, n-1)
}

func main() {
	fmt.Println(Map([]int{1, 2}, func(i int) string { return fmt.Sprint(i, "!") }))
	fmt.Println(Fold([]string{"a", "b"}, 0, func(n int, s string) int { return n + len(s) }))
	h := Compose(func(i int) float64 { return float64(i) / 2 }, func(f float64) string { return fmt.Sprint(f) })
	fmt.Println(h(3))
	fmt.Println(len(Make[string](uint8(3))), len(Make[int](2)))
	fmt.Printf("%T %v\n", Pair(two()), Pair('x', 2.5))
	fmt.Println(Variadic(1, 2), Variadic("a"), Variadic[int8](), Variadic([]bool{true}...))
	fmt.Println(Same(1, 2), Same(1.5, 2.5), Same('a', 'b'), Same[any](1, "x"))
	fmt.Println(Len([]int{1, 2, 3}), Len(Vec[string]{"a"}))
	fmt.Println(First(map[string]bool{"k": true}))
	c := make(chan int, 1)
	c <- 4
	fmt.Println(FromChan(c))
	x := 3
	fmt.Println(Deref(&x), Apply(2, func(i int) int { return i * 2 }, func(i int) int { return i + 1 }))
	fmt.Println(rec(3, "r"), swap(1, "s", 3))
	var f func(float64, float64) float64 = Add[float64]
	fmt.Println(f(1, 2), Add(2, 3))
	const big = 1 << 40
	fmt.Println(Add(big, 1))
	type E int
	fmt.Println(Add(E(1), 2))
}
// expect: [1! 2!]
// expect: 2
// expect: 1.5
// expect: 3 2
// expect: struct { A int; B string } {120 2.5}
// expect: []int[1 2] []string[a] []int8[] []bool[true]
// expect: int float64 int32 int
// expect: 3 1
// expect: k true
// expect: 4
// expect: 3 5
// expect: r... string int
// expect: 3 5
// expect: 1099511627777
// expect: 3
