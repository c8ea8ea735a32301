// Generic functions and types that refer to themselves and to each other.
package main

import (
	"errors"
	"fmt"
	"strings"
)

type Ordered interface {
	~int | ~int64 | ~float64 | ~string
}

type Tree[K Ordered, V any] struct {
	left, right *Tree[K, V]
	key         K
	value       V
}

func (t *Tree[K, V]) Insert(k K, v V) *Tree[K, V] {
	switch {
	case t == nil:
		return &Tree[K, V]{key: k, value: v}
	case k < t.key:
		t.left = t.left.Insert(k, v)
	case k > t.key:
		t.right = t.right.Insert(k, v)
	default:
		t.value = v
	}
	return t
}

func (t *Tree[K, V]) Walk(f func(K, V) bool) bool {
	return t == nil || t.left.Walk(f) && f(t.key, t.value) && t.right.Walk(f)
}

func (t *Tree[K, V]) Depth() int {
	if t == nil {
		return 0
	}
	return 1 + max(t.left.Depth(), t.right.Depth())
}

func max[T Ordered](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func QuickSort[T Ordered](xs []T) []T {
	if len(xs) < 2 {
		return xs
	}
	pivot, rest := xs[0], xs[1:]
	less, more := partition(rest, func(x T) bool { return x < pivot })
	return append(append(QuickSort(less), pivot), QuickSort(more)...)
}

func partition[T any](xs []T, f func(T) bool) (yes, no []T) {
	for _, x := range xs {
		if f(x) {
			yes = append(yes, x)
		} else {
			no = append(no, x)
		}
	}
	return
}

type Even[T any] struct {
	v    T
	next *Odd[T]
}
type Odd[T any] struct {
	v    T
	next *Even[T]
}

func (e *Even[T]) Len() int {
	if e == nil {
		return 0
	}
	return 1 + e.next.Len()
}
func (o *Odd[T]) Len() int {
	if o == nil {
		return 0
	}
	return 1 + o.next.Len()
}

func Fold[T, A any](xs []T, a A, f func(A, T) A) A {
	if len(xs) == 0 {
		return a
	}
	return Fold(xs[1:], f(a, xs[0]), f)
}

func Compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

type Option[T any] struct {
	value *T
}

func Some[T any](v T) Option[T] { return Option[T]{&v} }
func None[T any]() Option[T]    { return Option[T]{} }
func (o Option[T]) OrElse(v T) T {
	if o.value == nil {
		return v
	}
	return *o.value
}

type Result[T any] struct {
	Value T
	Err   error
}

func Try[T any](f func() (T, error)) (r Result[T]) {
	defer func() {
		if x := recover(); x != nil {
			r.Err = fmt.Errorf("caught %v", x)
		}
	}()
	r.Value, r.Err = f()
	return
}

func main() {
	var t *Tree[string, int]
	for i, w := range strings.Fields("the quick brown fox jumps over the lazy dog") {
		t = t.Insert(w, i)
	}
	t.Walk(func(k string, v int) bool { fmt.Print(k, ":", v, " "); return k < "q" })
	fmt.Println(t.Depth())
	fmt.Println(QuickSort([]int{3, 1, 2, 5, 4}), QuickSort([]string{"b", "a"}), QuickSort([]float64{2.5, -1}))
	e := &Even[rune]{'a', &Odd[rune]{'b', &Even[rune]{v: 'c'}}}
	fmt.Println(e.Len(), e.next.Len())
	fmt.Println(Fold([]int{1, 2, 3}, "", func(s string, i int) string { return s + fmt.Sprint(i) }))
	f := Compose(func(s string) int { return len(s) }, func(n int) []bool { return make([]bool, n) })
	fmt.Println(f("ab"), Compose(f, func(b []bool) int { return len(b) })("abc"))
	fmt.Println(Some(3).OrElse(4), None[string]().OrElse("none"), Some(None[int]()).OrElse(Some(1)).OrElse(7))
	fmt.Println(Try(func() (int, error) { return 1, nil }), Try(func() (string, error) { return "", errors.New("bad") }))
	fmt.Println(Try(func() (int, error) { var p *int; return *p, nil }).Err)
}
// expect: brown:2 dog:8 fox:3 jumps:4 lazy:7 over:5 quick:1 7
// expect: [1 2 3 4 5] [a b] [-1 2.5]
// expect: 3 2
// expect: 123
// expect: [false false] 3
// expect: 3 none 7
// expect: {1 <nil>} { bad}
// expect: caught runtime error: invalid memory address or nil pointer dereference
