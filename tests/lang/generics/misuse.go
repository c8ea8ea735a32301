// What instantiation and constraints reject.
// args: --go 1.20
package main

import "fmt"

type Num interface{ ~int | ~float64 }
type Pair[A, B any] struct {
	a A
	b B
}

func sum[T Num](xs ...T) (t T)              { return t }
func conv[To, From any](f From) (to To)     { return }
func both[T any](a, b T)                    {}
func needs[T fmt.Stringer](t T)             {}
func mapped[K comparable, V any](m map[K]V) {}

type self[T any] struct{ next *self[T] }
type str string

var (
	_ Pair           // error: cannot use generic type Pair\[A, B any\] without instantiation
	_ Pair[int]      // error: not enough type arguments
	_ Pair[int, int, int] // error: too many type arguments
	_ Num            // error: cannot use type Num outside a type constraint
	_ self[self[int]]
	_ = sum[string]  // error: string does not satisfy Num

)

func (p Pair[A, B]) swap() Pair[B, A] { return Pair[B, A]{p.b, p.a} }


func body[T any, N Num](t T, n N) {
	_ = t == t // error: operator == not defined on T
	_ = t + t  // error: operator \+ not defined
	_ = n % n  // error: operator % not defined
	t.foo()    // error: t.foo undefined
	_ = int(t) // error: cannot convert
	var _ N = 1.5 // error: cannot use 1.5
	var _ T = nil // error: cannot use nil
	switch n.(type) { // error: is not an interface
	}
}

func main() {
	sum(1, 2.5)       // error: default type float64 of 2.5 does not match inferred type int
	both(1, "a")      // error: cannot infer T
	needs(3)          // error: int does not satisfy fmt.Stringer
	mapped([]int{})   // error: does not match
	conv(3)           // error: cannot infer To
	sum(str("x"))     // error: str does not satisfy Num
	Pair{1, 2}        // error: cannot use generic type Pair
}
