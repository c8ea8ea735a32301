package main

import "fmt"

type Number interface {
	~int | ~int64 | ~float64
}

func Sum[T Number](xs []T) T {
	var s T
	for _, x := range xs {
		s += x
	}
	return s
}

func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type List[T any] struct {
	head *node[T]
	n    int
}

type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[T]) Push(v T) {
	l.head = &node[T]{v, l.head}
	l.n++
}

func (l *List[E]) Each(f func(E)) {
	for n := l.head; n != nil; n = n.next {
		f(n.v)
	}
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) String() string { return fmt.Sprintf("%v=>%v", p.Key, p.Val) }

type MyInt int

func Max[T int | float64 | string](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Keys[M ~map[K]V, K comparable, V any](m M) []K {
	r := make([]K, 0, len(m))
	for k := range m {
		r = append(r, k)
	}
	return r
}

func main() {
	fmt.Println(Sum([]int{1, 2, 3}), Sum([]float64{1.5, 2.5}), Sum([]MyInt{4, 5}))
	fmt.Println(Map([]int{1, 2}, func(i int) string { return fmt.Sprint("n", i) }))
	var l List[string]
	l.Push("a")
	l.Push("b")
	l.Each(func(s string) { fmt.Print(s, " ") })
	fmt.Println(l.n)
	p := Pair[string, int]{"x", 1}
	fmt.Println(p)
	fmt.Printf("%T %T %T\n", p, l, &Pair[MyInt, List[int]]{})
	fmt.Println(Max(1, 2), Max(1, 2.5), Max("a", "b"))
	fmt.Println(len(Keys(map[string]int{"a": 1})))
	f := Max[int]
	fmt.Println(f(3, 4))
	var g func(float64, float64) float64 = Max
	fmt.Println(g(3, 4))
}
// expect: 6 4 9
// expect: [n1 n2]
// expect: b a 2
// expect: x=>1
// expect: main.Pair[string,int] main.List[string] *main.Pair[main.MyInt,main.List[int]]
// expect: 2 2.5 b
// expect: 1
// expect: 4
// expect: 4
