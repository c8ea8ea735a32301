// Instances with large structs, arrays, strings, interfaces, functions: how values lie does not matter.
package main

import "fmt"

type Big struct {
	a [40]int
	s string
	f float32
}

type Box[T any] struct {
	before uint8
	v      T
	after  uint16
}

func (b *Box[T]) Swap(o *Box[T])      { b.v, o.v = o.v, b.v }
func (b Box[T]) With(v T) Box[T]      { b.v = v; return b }
func Put[T any](m map[int]T, v T)     { m[len(m)] = v }
func Send[T any](v T) T               { c := make(chan T, 1); c <- v; return <-c }
func Array[T any](v T) [3]T           { return [3]T{v, v, v} }
func Equal[T comparable](a, b T) bool { return a == b }
func Boxed[T any](v T) any            { return Box[T]{1, v, 2} }

func all[T any](name string, v, w T) {
	x, y := &Box[T]{v: v}, &Box[T]{v: w}
	x.Swap(y)
	m := map[int]T{}
	Put(m, x.v)
	Put(m, y.v)
	arr := Array(Send(m[1]))
	arr[1] = w
	boxed := Boxed(arr[1]).(Box[T])
	fmt.Printf("%s %v %v %v %v\n", name, x.v, y.With(w).v, boxed.v, boxed.after)
}

func main() {
	all("bool", true, false)
	all("uint8", uint8(1), uint8(255))
	all("float32", float32(1.5), float32(-2))
	all("string", "a", "b")
	all("slice", []int{1}, []int{2, 3})
	all("struct", struct{ a, b int8 }{1, 2}, struct{ a, b int8 }{3, 4})
	all("empty", struct{}{}, struct{}{})
	all("any", any(1), any("x"))
	all[error]("error", nil, fmt.Errorf("e"))
	all("complex", 1i, 2+3i)
	all("array", [3]string{"x"}, [3]string{"", "y"})
	var b1, b2 Big
	b1.a[39], b2.s = 7, "big"
	x, y := &Box[Big]{v: b1}, &Box[Big]{v: b2}
	x.Swap(y)
	fmt.Println(x.v.s, y.v.a[39], Equal(x.v, b2), Equal(x.v, b1), Send(b1) == b1, Array(b2)[2].s)
	f := Array(func() int { return 3 })[1]
	fmt.Println(f(), Boxed(b1).(Box[Big]).v.a[39])
}
// expect: bool false false false 2
// expect: uint8 255 255 255 2
// expect: float32 -2 -2 -2 2
// expect: string b b b 2
// expect: slice [2 3] [2 3] [2 3] 2
// expect: struct {3 4} {3 4} {3 4} 2
// expect: empty {} {} {} 2
// expect: any x x x 2
// expect: error e e e 2
// expect: complex (2+3i) (2+3i) (2+3i) 2
// expect: array [ y ] [ y ] [ y ] 2
// expect: big 7 true false true big
// expect: 3 7
