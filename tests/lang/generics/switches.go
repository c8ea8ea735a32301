// Type switches, assertions, zero values, comparison and conversion of type parameters.
package main

import (
	"errors"
	"fmt"
)

func kind[T any](x T) string {
	switch v := any(x).(type) {
	case int, int64:
		return fmt.Sprintf("integer %v", v)
	case string:
		return "string " + v
	case []T:
		return "slice of itself"
	case error:
		return "error " + v.Error()
	case fmt.Stringer:
		return "stringer " + v.String()
	case nil:
		return "nil"
	}
	return fmt.Sprintf("%T", x)
}

func as[T any](x any) (T, bool) {
	v, ok := x.(T)
	return v, ok
}

func isZero[T comparable](x T) bool {
	var zero T
	return x == zero
}

func index[T comparable](xs []T, x T) int {
	for i, y := range xs {
		if x == y {
			return i
		}
	}
	return -1
}

type Int interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8
}

func convert[To, From Int](x From) To { return To(x) }

func toBytes[T ~string | ~[]byte](x T) []byte { return []byte(x) }

func sizes[T any]() (int, int) {
	var a [4]T
	return len(a), cap(a[:2])
}

type S struct {
	a int
	b string
}

func (S) String() string { return "S!" }

func catch(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

type key[T any] struct{}

func main() {
	fmt.Println(kind(1), kind("s"), kind(errors.New("e")), kind(S{}), kind([]int{}), kind[any](nil), kind(int64(3)))
	fmt.Println(kind([]any{}), kind(&S{}), kind(func() {}))
	fmt.Println(as[int](3))
	fmt.Println(as[string](3))
	fmt.Println(as[fmt.Stringer](S{}))
	fmt.Println(as[error](nil))
	fmt.Println(isZero(0), isZero("x"), isZero(S{}), isZero(S{1, ""}), isZero([2]int{}))
	fmt.Println(index([]float64{1, 2}, 3), index([]S{{1, "a"}, {}}, S{}))
	fmt.Println(convert[int8](int64(300)), convert[uint8](int16(-1)), convert[int64](int8(-5)))
	fmt.Println(toBytes("ab"), toBytes([]byte{1}))
	fmt.Println(sizes[string]())
	catch(func() { fmt.Println(any("x").(S)) })
	m := map[any]int{key[int]{}: 1, key[string]{}: 2}
	fmt.Println(m[key[string]{}], m[key[bool]{}], len(m))
}
// expect: integer 1 string s error e stringer S! []int nil integer 3
// expect: []interface {} stringer S! func()
// expect: 3 true
// expect:  false
// expect: S! true
// expect: <nil> false
// expect: true false true false true
// expect: -1 1
// expect: 44 255 -5
// expect: [97 98] [1]
// expect: 4 4
// expect: interface conversion: interface {} is string, not main.S
// expect: 2 0 2
