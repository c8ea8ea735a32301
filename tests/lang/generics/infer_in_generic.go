package main

import "fmt"

func IsNotEmpty[T comparable](v T) bool { var z T; return z != v }

func Filter[T any, I ~func(func(T) bool)](collection I, predicate func(item T) bool) I {
	return func(yield func(T) bool) {
		for x := range collection {
			if predicate(x) && !yield(x) {
				return
			}
		}
	}
}

func Compact[T comparable, I ~func(func(T) bool)](collection I) I {
	return Filter(collection, IsNotEmpty)
}

func Sub[T ~string](str T, n int) T {
	str = sub(str, n)
	return str
}

func sub[T ~string](str T, n int) T { return str[:n] }

func Partial[T1, T2, R any](f func(a T1, b T2) R, arg1 T1) func(T2) R {
	return func(t2 T2) R { return f(arg1, t2) }
}
func HasKey[K comparable, V any](in map[K]V, key K) bool { _, ok := in[key]; return ok }
func Keyify[T comparable, Slice ~[]T](collection Slice) map[T]struct{} {
	r := map[T]struct{}{}
	for _, x := range collection {
		r[x] = struct{}{}
	}
	return r
}

func Trim[T comparable](cutset ...T) func(T) bool {
	return Partial(HasKey, Keyify(cutset))
}

type seq func(func(int) bool)

// What is inferred may follow from constraints of the function around the call, and from generic functions
// that are arguments.
func main() {
	for x := range Compact(seq(func(y func(int) bool) { _ = y(1) && y(0) && y(2) })) {
		fmt.Println(x)
	}
	fmt.Println(Sub("abc", 2), Trim(1, 2)(2))
}

// expect: 1
// expect: 2
// expect: ab true
