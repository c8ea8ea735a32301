// Constraints with methods, with type sets, with both; pointer-method constraints.
package main

import (
	"fmt"
	"strconv"
)

type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64
}

type StringableInt interface {
	~int | ~uint8
	String() string
}

type Celsius int

func (c Celsius) String() string { return strconv.Itoa(int(c)) + "C" }

type Level uint8

func (l Level) String() string { return "level " + strconv.Itoa(int(l)) }

func Show[T StringableInt](xs ...T) (out []string) {
	for _, x := range xs {
		out = append(out, x.String()+"/"+strconv.Itoa(int(x)+1))
	}
	return out
}

type Setter[T any] interface {
	*T
	Set(string)
}

type Config struct{ value string }

func (c *Config) Set(s string) { c.value = s }

type Counter int

func (c *Counter) Set(s string) { *c += Counter(len(s)) }

func FromStrings[T any, PT Setter[T]](ss []string) []T {
	out := make([]T, len(ss))
	for i, s := range ss {
		p := PT(&out[i])
		p.Set(s)
	}
	return out
}

type Shape interface {
	Area() float64
	comparable
}

type Square struct{ side float64 }
type Circle struct{ radius float64 }

func (s Square) Area() float64 { return s.side * s.side }
func (c Circle) Area() float64 { return 3 * c.radius * c.radius }

func Largest[S Shape](shapes ...S) (best S, same int) {
	for _, s := range shapes {
		if s.Area() > best.Area() {
			best = s
		}
	}
	for _, s := range shapes {
		if s == best {
			same++
		}
	}
	return
}

func Sum[N Number](xs ...N) (total N) {
	for _, x := range xs {
		total += x
	}
	return
}

func Map[T, U any](xs []T, f func(T) U) []U {
	out := make([]U, 0, len(xs))
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type Bytes interface{ ~string | ~[]byte }

func Count[B Bytes](b B, c byte) (n int) {
	for i := 0; i < len(b); i++ {
		if b[i] == c {
			n++
		}
	}
	return n
}

type Name string

func main() {
	fmt.Println(Show(Celsius(3), Celsius(-4)), Show(Level(2)))
	fmt.Println(FromStrings[Config]([]string{"a", "b"}), FromStrings[Counter]([]string{"abc", ""}))
	fmt.Println(Largest(Square{1}, Square{3}, Square{3}))
	fmt.Println(Largest(Circle{1}))
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2.0), Sum[Celsius](3, 4), Sum[int8](127, 1))
	fmt.Println(Map([]int{1, 2}, func(i int) string { return fmt.Sprint(i * i) }), Map(Map([]string{"x"}, func(s string) []byte { return []byte(s) }), func(b []byte) int { return len(b) }))
	fmt.Println(Count("banana", 'a'), Count([]byte("xx"), 'x'), Count(Name("aa"), 'b'))
}
// expect: [3C/4 -4C/-3] [level 2/3]
// expect: [{a} {b}] [3 0]
// expect: {3} 2
// expect: {1} 1
// expect: 6 3.5 7C -128
// expect: [1 4] [1]
// expect: 3 2 0
