// Type arguments inferred from arguments, from core types, from functions, from results of calls.
package main

import "fmt"

func id[T any](x T) T                { return x }
func pair[A, B any](a A, b B) (A, B) { return a, b }
func swap[A, B any](a A, b B) (B, A) { return b, a }
func scale[S ~[]E, E ~int | ~float64](s S, k E) S {
	out := make(S, len(s))
	for i, x := range s {
		out[i] = x * k
	}
	return out
}
func keys[M ~map[K]V, K comparable, V any](m M) int { return len(m) }
func deref[P *T, T any](p P) T                      { return *p }
func apply[T, R any](f func(T) R, xs ...T) (out []R) {
	for _, x := range xs {
		out = append(out, f(x))
	}
	return
}
func curry[A, B, C any](f func(A, B) C) func(A) func(B) C {
	return func(a A) func(B) C { return func(b B) C { return f(a, b) } }
}
func ptr[T any](v T) *T                       { return &v }
func recvType[C ~chan T, T any](c C) (zero T) { return }
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
func parse(s string) (int, error)              { return len(s), nil }
func first[T any, A interface{ ~[3]T }](a A) T { return a[0] }

type Vec []float64
type Tags map[string][]int
type Triple [3]string

func twice[T any](f func(T) T) func(T) T { return func(x T) T { return f(f(x)) } }

func main() {
	fmt.Println(id(1), id("a"), id[float32](1), id(id[bool])(2 == 2))
	fmt.Println(pair(1, "x"))
	fmt.Println(swap(pair(1, "x")))
	v := scale(Vec{1, 2}, 2.5)
	fmt.Printf("%v %T\n", v, v)
	fmt.Println(keys(Tags{"a": nil}), deref(ptr(3)), must(parse("abc")))
	fmt.Println(apply(func(i int) string { return fmt.Sprint(-i) }, 1, 2), apply(len2, "ab", "c"))
	fmt.Println(curry(func(a int, b string) string { return fmt.Sprint(a, b) })(1)("z"))
	fmt.Printf("%T %T\n", recvType(make(chan []int)), first[string](Triple{"p"}))
	fmt.Println(twice(func(i int) int { return i * 3 })(2), twice(twice(func(s string) string { return s + "!" }))("a"))
	var f func(int) int = id[int]
	g := pair[string, bool]
	fmt.Println(f(4))
	fmt.Println(g("q", true))
	var x uint8 = 200
	fmt.Println(id(x)+100, id('a'), id(1<<3), id(2i))
}

func len2(s string) int { return len(s) * 2 }
// expect: 1 a 1 true
// expect: 1 x
// expect: x 1
// expect: [2.5 5] main.Vec
// expect: 1 3 3
// expect: [-1 -2] [4 2]
// expect: 1z
// expect: []int string
// expect: 18 a!!!!
// expect: 4
// expect: q true
// expect: 44 97 8 (0+2i)
