// Aliases with type parameters (Go 1.24): an instance is what the alias denotes.
package main

import "fmt"

type Set[T comparable] = map[T]struct{}

type Pair[A, B any] struct {
	First  A
	Second B
}

type (
	Same[T any]        = Pair[T, T]
	ByName[T any]      = Pair[string, T]
	Func[In, Out any]  = func(In) (Out, error)
	Grid[T any]        = [][]T
	Nested[T any]      = Grid[Same[T]]
	Ignored[T any]     = int
	Number[T ~int | ~float64] = List[T]
)

type List[T any] struct {
	items []T
	next  *List[T]
}

func (l *List[T]) Len() int { return len(l.items) }

// Inference sees through the alias.
func Keys[T comparable](s Set[T]) int { return len(s) }

func Apply[A, B any](f Func[A, B], a A) B {
	b, _ := f(a)
	return b
}

type Holder struct {
	Set[string] // the field is named as the alias
	n           Same[int]
}

type Mine Same[bool]

func main() {
	s := Set[string]{"a": {}}
	s["b"] = struct{}{}
	fmt.Println(Keys(s), Keys(map[int]struct{}{1: {}})) // expect: 2 1
	p := Same[int]{1, 2}
	var q Pair[int, int] = p
	fmt.Printf("%T %T %v\n", p, q, p == q) // expect: main.Pair[int,int] main.Pair[int,int] true
	fmt.Printf("%T\n", ByName[float64]{})  // expect: main.Pair[string,float64]
	fmt.Println(Apply(func(i int) (string, error) { return fmt.Sprint(i * 2), nil }, 21)) // expect: 42
	var n Nested[string] = [][]Pair[string, string]{{{"x", "y"}}}
	fmt.Printf("%T %v\n", n, n) // expect: [][]main.Pair[string,string] [[{x y}]]
	var i Ignored[[]func()] = 3
	fmt.Printf("%T\n", i) // expect: int
	l := &Number[int]{items: []int{1, 2, 3}}
	fmt.Println(l.Len()) // expect: 3
	h := Holder{Set: s, n: p}
	fmt.Println(len(h.Set), h.n.Second) // expect: 2 2
	fmt.Printf("%T\n", Mine{})          // expect: main.Mine
	fmt.Println(generic[uint8](7))      // expect: {7 7} map[7:{}]
}

func generic[T comparable](x T) (Same[T], Set[T]) {
	return Same[T]{x, x}, Set[T]{x: {}}
}
