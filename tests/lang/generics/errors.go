package main

type Number interface{ ~int | ~float64 }

type Pair[K comparable, V any] struct {
	key K
	val V
}

type NoArgs Pair         // error: cannot use generic type Pair\[K comparable, V any\] without instantiation
type TooFew Pair[int]    // error: not enough type arguments for type Pair: have 1, want 2
type Slices Pair[[]int, int] // error: \[\]int does not satisfy comparable
type Endless[T any] struct { // error: invalid recursive type
	inner Endless[*T]
}
type Self[T any] T // error: cannot use a type parameter as RHS in type declaration

func Sum[T Number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	s.foo() // error: s.foo undefined
	return s % 2 // error: operator % not defined on s
}

func Zero[T any]() T {
	return nil // error: cannot use nil as T value in return statement
}

func Equal[T any](a, b T) bool {
	return a == b // error: incomparable types|cannot compare|operator == not defined
}

func Plain(n Number) {} // error: cannot use type Number outside a type constraint: interface contains type constraints

func main() {
	_ = Sum[string]    // error: string does not satisfy Number
	_ = Sum("a")       // error: string does not satisfy Number
	_ = Zero()         // error: in call to Zero, cannot infer T
	f := Zero          // error: cannot use generic function Zero without instantiation
	_ = Sum(1, 2.5, 3)
	_ = Equal(1, "a")  // error: mismatched types
	var p Pair[string, int]
	p.key = 1 // error: cannot use 1
	_ = Sum[int, int](1) // error: got 2 type arguments but Sum has 1 type parameters
}
