// Closures over type parameters, defer and loops in generic functions, variadic and recursive closures.
package main

import (
	"fmt"
	"sort"
	"strings"
)

func counter[T any](xs ...T) (next func() (T, bool), reset func()) {
	i := 0
	next = func() (x T, ok bool) {
		if i < len(xs) {
			x, ok = xs[i], true
			i++
		}
		return
	}
	return next, func() { i = 0 }
}

func deferred[T fmt.Stringer](xs []T) (log string) {
	defer func() { log = strings.TrimSpace(log) }()
	for _, x := range xs {
		defer func(x T) { log += x.String() + " " }(x)
	}
	return ""
}

type word string

func (w word) String() string { return string(w) }

func groupBy[T any, K comparable](xs []T, key func(T) K) map[K][]T {
	out := map[K][]T{}
	for _, x := range xs {
		k := key(x)
		out[k] = append(out[k], x)
	}
	return out
}

type sorter[T any] struct {
	xs   []T
	less func(a, b T) bool
}

func (s sorter[T]) Len() int           { return len(s.xs) }
func (s sorter[T]) Less(i, j int) bool { return s.less(s.xs[i], s.xs[j]) }
func (s sorter[T]) Swap(i, j int)      { s.xs[i], s.xs[j] = s.xs[j], s.xs[i] }

func sortBy[T any, K ~int | ~string](xs []T, key func(T) K) []T {
	sort.Sort(sorter[T]{xs, func(a, b T) bool { return key(a) < key(b) }})
	return xs
}

func memo[K comparable, V any](f func(self func(K) V, k K) V) func(K) V {
	known := map[K]V{}
	var self func(K) V
	self = func(k K) V {
		if v, ok := known[k]; ok {
			return v
		}
		v := f(self, k)
		known[k] = v
		return v
	}
	return self
}

func matrix[T any](rows, cols int, f func(i, j int) T) [][]T {
	m := make([][]T, rows)
	for i := range m {
		m[i] = make([]T, cols)
		for j := range m[i] {
			m[i][j] = f(i, j)
		}
	}
	return m
}

func main() {
	next, reset := counter("a", "b")
	next()
	fmt.Println(next())
	fmt.Println(next())
	reset()
	fmt.Println(next())
	fmt.Println(deferred([]word{"x", "y", "z"}))
	g := groupBy(strings.Fields("a bb cc d eee"), func(s string) int { return len(s) })
	fmt.Println(g[1], g[2], g[3], len(g))
	fmt.Println(sortBy([]string{"ccc", "a", "bb"}, func(s string) int { return -len(s) }))
	fib := memo(func(self func(int) int, n int) int {
		if n < 2 {
			return n
		}
		return self(n-1) + self(n-2)
	})
	fmt.Println(fib(80))
	fmt.Println(matrix(2, 3, func(i, j int) complex128 { return complex(float64(i), float64(j)) }))
}
// expect: b true
// expect:  false
// expect: a true
// expect: z y x
// expect: [a d] [bb cc] [eee] 3
// expect: [ccc bb a]
// expect: 23416728348467685
// expect: [[(0+0i) (0+1i) (0+2i)] [(1+0i) (1+1i) (1+2i)]]
