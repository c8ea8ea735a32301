// Generic types embedded in others, promoted methods, method values and expressions, interfaces that are
// satisfied by instances.
package main

import "fmt"

type Base[T any] struct{ val T }

func (b Base[T]) Get() T   { return b.val }
func (b *Base[T]) Set(v T) { b.val = v }

type Named[T any] struct {
	Base[T]
	name string
}

type Double[A, B any] struct {
	*Base[A]
	Other Base[B]
}

type IntNamed struct {
	Named[int]
	extra bool
}

type Getter[T any] interface{ Get() T }
type GetSetter[T any] interface {
	Getter[T]
	Set(T)
}

func Swap[T any](a, b GetSetter[T]) {
	x, y := a.Get(), b.Get()
	a.Set(y)
	b.Set(x)
}

type Logger[T any] struct {
	GetSetter[T]
	log []string
}

func (l *Logger[T]) Set(v T) {
	l.log = append(l.log, fmt.Sprint(l.Get(), "->", v))
	l.GetSetter.Set(v)
}

type Fn[A, R any] func(A) R

func (f Fn[A, R]) Apply(a A) R { return f(a) }

type Matrix[T any, Row interface{ ~[]T }] []Row

func (m Matrix[T, Row]) Flat() (out []T) {
	for _, r := range m {
		out = append(out, r...)
	}
	return
}

func main() {
	n := Named[string]{Base[string]{"x"}, "n"}
	n.Set(n.Get() + "y")
	fmt.Println(n, n.Base.val, n.val)
	d := Double[int, []string]{&Base[int]{1}, Base[[]string]{[]string{"q"}}}
	d.Set(5)
	fmt.Println(d.Get(), d.Other.Get(), d.Base.val)
	i := &IntNamed{extra: true}
	i.Set(9)
	var g Getter[int] = i
	fmt.Println(g.Get(), i.Named.Base.val)
	Swap[int](i, d)
	fmt.Println(i.Get(), d.Get())
	l := &Logger[int]{GetSetter: i}
	Swap[int](l, d)
	fmt.Println(l.log, i.val, d.val)
	get, set := i.Get, (*Base[int]).Set
	set(&i.Base, 77)
	fmt.Println(get(), Base[int].Get(i.Base), (*IntNamed).Get(i))
	fmt.Println(Fn[int, string](func(n int) string { return fmt.Sprint(n + 1) }).Apply(4))
	fmt.Println(Matrix[int, []int]{{1, 2}, {3}}.Flat())
	var any interface{} = n
	_, isString := any.(Getter[string])
	_, isInt := any.(Getter[int])
	_, isSetter := any.(GetSetter[string])
	fmt.Println(isString, isInt, isSetter)
	fmt.Printf("%T %T %T\n", n, l, d)
}
// expect: {{xy} n} xy xy
// expect: 5 [q] 5
// expect: 9 9
// expect: 5 9
// expect: [5->9] 9 5
// expect: 9 77 77
// expect: 5
// expect: [1 2 3]
// expect: true false false
// expect: main.Named[string] *main.Logger[int] main.Double[int,[]string]
