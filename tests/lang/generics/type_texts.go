// Types of all kinds as text and in memory, and what their type parameters stand for: sets without one
// underlying type, core types, methods.
package main

import (
	"fmt"
	"strings"
	"unsafe"
)

type list[T any] struct {
	head T
	tail *list[T]
}
type pair[K comparable, V any] struct {
	key K
	val V
}
type tree[T interface{ less(T) bool }] struct{ left, right *tree[T]; val T }
type num int

func (a num) less(b num) bool { return a < b }

type fn[A, B any] func(A, ...B) (A, error)
type ch[T any] chan<- []T
type in[T any] <-chan T
type mp[K comparable, V any] map[K][]V
type arr[T any] [3]T
type rec[T any] struct{ m map[string]rec[T]; f func(rec[T]) *rec[T] }
type set[T any] interface {
	add(T) set[T]
	all() []T
}
type emb[T any] struct {
	list[T]
	*pair[string, T]
	fmt.Stringer
}
type alias = map[string]struct {
	A int `json:"a\tb" x:"\"q\""`
	B func(x int, y ...string) (z bool, err error)
	C interface {
		M(int) string
		fmt.Stringer
	}
	D <-chan (<-chan int)
	E chan (<-chan int)
	F chan<- func()
	G [2][]*[1]map[int]bool
	h unsafe.Pointer
}

func text[T any](T) string { var p *T; return strings.TrimPrefix(fmt.Sprintf("%T", p), "*") }

func sum[T int | float64 | ~string](x ...T) (t T) {
	for _, v := range x {
		t += v
	}
	return
}
func keys[M ~map[K]V, K comparable, V any](m M) int { return len(m) }
func both[S ~[]byte | ~string](s S) (n int, t string) {
	return len(s), string(s[1:2]) + fmt.Sprint(s[0])
}
func send[C ~chan T | ~chan<- T, T any](c C, v T) { c <- v }
func recv[C ~chan T | ~<-chan T, T any](c C) T   { return <-c }
func ptr[T any, P interface {
	*T
	set(int)
}]() T {
	var t T
	P(&t).set(7)
	return t
}
func call[F ~func(int) R, R any](f F) R { return f(4) }
func idx[A ~[]E | ~[4]E , E any](a A) E { return a[2] }
func arrp[A ~*[4]int | ~[]int](a A) int { return a[1] + len(a) }
func conv[T, U ~int | ~int8 | ~float64 | ~uint16](t T) U { return U(t) }
func zero[T any]() (t T) { return }
func mk[S ~[]E, E any]() int { s := make(S, 3); return len(s) }
func cmp[T comparable](a, b T) bool { return a == b }
func app[S ~[]E, E any](s S, e ...E) S { return append(s[:1:1], e...) }
func cp[D ~[]byte, S ~string | ~[]byte](d D, s S) int { return copy(d, s) }
func del[M ~map[K]int | ~map[K]string, K comparable](m M, k K) int { delete(m, k); clear(m); return len(m) }
func cplx[T ~complex64 | ~complex128](t T) T { return t * t }
func shl[T ~uint8 | ~int](t T) T { return t << 3 >> 1 &^ 1 ^ 2 | 1 % 3 }
func method[T fmt.Stringer](t T) string { f := t.String; return f() + T.String(t) }
func sw[T any](t T) string {
	switch any(t).(type) {
	case int:
		return "int"
	case list[T]:
		return "list"
	case fmt.Stringer:
		return "stringer"
	}
	return "other"
}

type cell struct{ n int }

func (c *cell) set(n int)      { c.n = n }
func (c cell) String() string  { return fmt.Sprint("cell ", c.n) }

type str string
type bytes []byte
type ints []int

func main() {
	fmt.Println(text(list[int]{}), text(pair[string, list[bool]]{}), text(tree[num]{}))
	fmt.Println(text(fn[int, string](nil)), text(ch[int](nil)), text(in[[]num](nil)), text(mp[num, any](nil)), text(arr[fn[num, int]]{}))
	fmt.Println(text(rec[int]{}), text(emb[num]{}), text(alias(nil)))
	type local struct{ a, b int }
	fmt.Println(text(local{}), text(struct{}{}), text([0]struct{ x int }{}))
	fmt.Println(text(func(int, ...string) {}), text(func() (int, error) { return 0, nil }), text(new(interface{ M() })))
	fmt.Println(unsafe.Sizeof(list[int8]{}), unsafe.Sizeof(pair[bool, int64]{}), unsafe.Sizeof(struct {
		a bool
		b int16
		c bool
		d int32
		e [0]int64
		f struct{}
	}{}), unsafe.Alignof(struct{ a [3]int16 }{}), unsafe.Sizeof([3]complex64{}), unsafe.Offsetof(pair[string, int]{}.val))
	fmt.Println(sum(1, 2), sum(1.5, 2), sum("a", "b"), sum(str("x"), "y"), sum[int]())
	fmt.Println(keys(mp[num, int]{1: nil}), keys(map[string]bool{}))
	fmt.Println(both("hey"))
	fmt.Println(both(bytes{1, 2, 3}))
	c := make(chan int, 1)
	send(c, 5)
	fmt.Println(recv(c))
	send[chan<- int](c, 6)
	fmt.Println(recv[<-chan int](c))
	fmt.Println(ptr[cell](), call(func(n int) string { return strings.Repeat("z", n) }))
	fmt.Println(idx[[]int, int]([]int{1, 2, 3}), idx[[4]string, string]([4]string{"a", "b", "c"}), arrp(&[4]int{1, 2}), arrp([]int{5, 6}))
	fmt.Println(conv[int, int8](300), conv[float64, uint16](3.9), conv[num, float64](-2), conv[int8, int](-1))
	fmt.Println(zero[string]() == "", zero[*int]() == nil, zero[list[int]]().tail == nil, zero[error]() == nil)
	fmt.Println(mk[[]int, int](), mk[ints](), cmp(1, 1), cmp("a", "b"), cmp[any](1, 1.0), cmp(pair[int, int]{1, 2}, pair[int, int]{1, 2}))
	fmt.Println(app(ints{1, 2, 3}, 9, 8), cp([]byte(nil), ""), cp(make([]byte, 2), "abc"), cp(make(bytes, 4), bytes{1, 2, 3}))
	fmt.Println(del(map[string]int{"a": 1, "b": 2}, "a"), cplx(complex64(1+2i)), cplx(3i), shl(uint8(200)), shl(5))
	fmt.Println(method(cell{3}), method(&cell{4}), sw(1), sw(cell{}), sw("x"), sw(&cell{}))
	fmt.Printf("%T %T %T\n", emb[int].String, (*cell).set, sum[float64])
}

// expect: main.list[int] main.pair[string,main.list[bool]] main.tree[main.num]
// expect: main.fn[int,string] main.ch[int] main.in[[]main.num] main.mp[main.num,interface {}] main.arr[main.fn[main.num,int]]
// expect: main.rec[int] main.emb[main.num] map[string]struct { A int "json:\"a\\tb\" x:\"\\\"q\\\"\""; B func(int, ...string) (bool, error); C interface { M(int) string; String() string }; D <-chan <-chan int; E chan (<-chan int); F chan<- func(); G [2][]*[1]map[int]bool; h unsafe.Pointer }
// expect: main.local struct {} [0]struct { x int }
// expect: func(int, ...string) func() (int, error) *interface { M() }
// expect: 16 16 24 2 24 16
// expect: 3 3.5 ab xy 0
// expect: 1 0
// expect: 3 e104
// expect: 3 1
// expect: 5
// expect: 6
// expect: cell 7 zzzz
// expect: 3 c 6 8
// expect: 44 3 -2 -1
// expect: true true true true
// expect: 3 3 true false false true
// expect: [1 9 8] 0 2 3
// expect: 0 (-3+4i) (-9+0i) 35 23
// expect: cell 3cell 3 cell 4cell 4 int stringer other stringer
// expect: func(main.emb[int]) string func(*main.cell, int) func(...float64) float64
