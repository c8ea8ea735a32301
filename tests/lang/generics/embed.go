package main

import "fmt"

// Generic types embedded, as interface values, in maps and type switches.

type Base[T any] struct{ v T }

func (b *Base[T]) Set(v T) { b.v = v }
func (b Base[T]) Get() T   { return b.v }

type Getter[T any] interface{ Get() T }
type GetSetter[T any] interface {
	Getter[T]
	Set(T)
}

type Named[T any] struct {
	Base[T]
	name string
}

type Deep struct {
	*Named[string]
	Base[int]
}

type Alias = Named[float64]
type Ints Base[[]int]
type Func[A, R any] func(A) R

func (f Func[A, R]) Call(a A) R { return f(a) }

type Opt[T any] func(*T)

func describe[T any](x any) string {
	switch v := x.(type) {
	case T:
		return fmt.Sprintf("T=%v", v)
	case []T:
		return fmt.Sprintf("[]T len %d", len(v))
	case map[string]T:
		return fmt.Sprintf("map len %d", len(v))
	case Getter[T]:
		return fmt.Sprintf("getter of %v", v.Get())
	case func() T:
		return fmt.Sprintf("func giving %v", v())
	case nil:
		return "nil"
	}
	return fmt.Sprintf("other %T", x)
}

func as[T any](x any) (T, bool) {
	t, ok := x.(T)
	return t, ok
}

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(vs ...T) Set[T] {
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}
func (s Set[T]) Has(v T) bool { _, ok := s[v]; return ok }

func main() {
	n := Named[int]{Base[int]{1}, "n"}
	n.Set(5)
	fmt.Println(n, n.Get(), n.Base.v)
	d := Deep{&Named[string]{name: "inner"}, Base[int]{9}}
	d.Named.Set("s")
	fmt.Println(d.Named.Get(), d.Base.Get(), d.name)
	var g GetSetter[int] = &n
	g.Set(8)
	fmt.Println(g.Get(), n.v)
	_, isStr := g.(Getter[int])
	var x any = g
	_, isFloat := x.(Getter[float64])
	fmt.Println(isStr, isFloat)
	fmt.Printf("%T %T %T %T\n", g, d, Alias{}, Ints{})
	fmt.Println(Func[int, string](func(i int) string { return fmt.Sprint(i * 2) }).Call(21))
	fmt.Println(describe[int](3), describe[int]([]int{1}), describe[int](map[string]int{}))
	fmt.Println(describe[int](n), describe[string](func() string { return "f" }), describe[bool](nil), describe[bool](2))
	fmt.Println(as[string]("a"))
	fmt.Println(as[string](1))
	fmt.Println(as[error](nil))
	s := Set[string]{}.Add("a", "b")
	fmt.Println(s.Has("a"), s.Has("z"), len(s))
	f := s.Has
	h := (*Base[int]).Set
	h(&n.Base, 77)
	fmt.Println(f("b"), n.Get(), Base[int].Get(n.Base))
	type local struct{ a int }
	fmt.Printf("%v %d\n", Base[local]{local{4}}, len(Set[local]{}))
	m := map[Base[string]]int{{"k"}: 1}
	m[Base[string]{"k"}]++
	fmt.Println(m)
	fmt.Println(x == any(&n), any(Base[int]{1}) == any(Base[int]{1}), any(Base[int]{}) == any(Base[int8]{}))
}
// expect: {{5} n} 5 5
// expect: s 9 inner
// expect: 8 8
// expect: true false
// expect: *main.Named[int] main.Deep main.Named[float64] main.Ints
// expect: 42
// expect: T=3 []T len 1 map len 0
// expect: getter of 8 func giving f nil other int
// expect: a true
// expect:  false
// expect: <nil> false
// expect: true false 2
// expect: true 77 77
// expect: {{4}} 0
// expect: map[{k}:2]
// expect: true true false
