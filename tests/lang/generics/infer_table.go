package main

import "fmt"

// Type arguments that are found from all kinds of types.

func fields[K, V any](s struct {
	key   K
	value V `tag:"x"`
}) string {
	return fmt.Sprintf("%T %T", s.key, s.value)
}

func methods[T any](i interface{ Get() T }) string { var v T; return fmt.Sprintf("%T", v) }

func both[T any](i interface {
	Get() T
	Put(T)
}) string {
	var v T
	return fmt.Sprintf("%T", v)
}

func functions[A, B any](f func(A, ...B) (A, error)) string {
	var a A
	var b B
	return fmt.Sprintf("%T %T", a, b)
}

func channels[T any](c <-chan T) string       { var v T; return fmt.Sprintf("%T", v) }
func sends[T any](c chan<- T) string          { var v T; return fmt.Sprintf("%T", v) }
func maps[K comparable, V any](m map[K][]V) string { var k K; var v V; return fmt.Sprintf("%T %T", k, v) }
func arrays[T any](a [3]T) string             { var v T; return fmt.Sprintf("%T", v) }
func pointers[T any](p **T) string            { var v T; return fmt.Sprintf("%T", v) }
func core[S ~[]E, E any](s S) string          { var e E; return fmt.Sprintf("%T %T", s, e) }
func coremap[M ~map[K]V, K comparable, V any](m M) string {
	var k K
	var v V
	return fmt.Sprintf("%T %T %T", m, k, v)
}
func corefunc[F ~func(A) B, A, B any](f F) string { var a A; var b B; return fmt.Sprintf("%T %T", a, b) }
func corechan[C ~chan E, E any](c C) string   { var e E; return fmt.Sprintf("%T %T", c, e) }
func ptr[T any, P interface {
	*T
	Put(T)
}](v T) string {
	P(&v).Put(v)
	return fmt.Sprintf("%T", v)
}
func named[T any](b box[T]) string            { var v T; return fmt.Sprintf("%T", v) }
func pairs[A, B any](p pair[A, B]) string     { var a A; var b B; return fmt.Sprintf("%T %T", a, b) }
func same[T any](a, b T) string               { return fmt.Sprintf("%T", a) }
func apply[A, B any](a A, f func(A) B) B      { return f(a) }
func last[T any](a ...T) string               { var v T; return fmt.Sprintf("%T %d", v, len(a)) }
func identity[T any](v T) T                   { return v }

type box[T any] struct{ v T }

func (b box[T]) Get() T  { return b.v }
func (b *box[T]) Put(v T) { b.v = v }

type pair[A, B any] struct {
	a A
	b B
}
type ints []int
type table map[string]bool
type op func(int8) uint8
type stream chan rune
type number int

func (n *number) Put(number) { *n++ }

func main() {
	fmt.Println(fields(struct {
		key   string
		value int8 `tag:"x"`
	}{"a", 1})) // expect: string int8
	fmt.Println(methods[uint](box[uint]{})) // expect: uint
	fmt.Println(both[rune](&box[rune]{}))   // expect: int32
	var getter interface{ Get() uint16 }
	fmt.Println(methods(getter)) // expect: uint16
	fmt.Println(functions(func(a int, b ...string) (int, error) { return a, nil })) // expect: int string
	fmt.Println(channels(make(chan int64)), sends(make(chan int16))) // expect: int64 int16
	fmt.Println(maps(map[string][]bool{}))                           // expect: string bool
	fmt.Println(arrays([3]float32{}))                                // expect: float32
	var p **complex64
	fmt.Println(pointers(p))          // expect: complex64
	fmt.Println(core(ints{}))         // expect: main.ints int
	fmt.Println(coremap(table{}))     // expect: main.table string bool
	fmt.Println(corefunc(op(nil)))    // expect: int8 uint8
	fmt.Println(corechan(stream(nil))) // expect: main.stream int32
	fmt.Println(ptr(number(1)))       // expect: main.number
	fmt.Println(named(box[[]int]{}))  // expect: []int
	fmt.Println(pairs(pair[int, box[string]]{})) // expect: int main.box[string]
	fmt.Println(same(1, 2.5), same(1, 'a'), same(2.5, 1i)) // expect: float64 int32 complex128
	fmt.Println(apply(3, func(n int) string { return fmt.Sprint(n + 1) })) // expect: 4
	fmt.Println(apply(3, identity), apply(ints{1}, core[ints]))            // expect: 3 main.ints int
	fmt.Println(last(1, 2, 3), last[string]())                             // expect: int 3 string 0
	var f func(string) string = identity
	fmt.Println(f("x"))                                        // expect: x
	var g func([]bool, []bool) string = same
	fmt.Println(g(nil, nil))                                   // expect: []bool
}
