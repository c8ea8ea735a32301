package main

import (
	"errors"
	"fmt"
)

type shape interface{ area() float64 }
type namer interface{ name() string }
type both interface {
	shape
	namer
}
type square float64

func (s square) area() float64 { return float64(s * s) }
func (s square) name() string  { return "square" }

type myError struct{ code int }

func (e *myError) Error() string { return fmt.Sprint("code ", e.code) }

func fails(code int) error {
	if code == 0 {
		return nil
	}
	return &myError{code}
}

func kind(x interface{}) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int64:
		return fmt.Sprintf("integer %v", v)
	case string:
		return "string " + v
	case both:
		return "both " + v.name()
	case error:
		return "error " + v.Error()
	case func() int:
		return fmt.Sprint("func ", v())
	case []int:
		return fmt.Sprint("slice ", len(v))
	default:
		return fmt.Sprintf("%T", v)
	}
}

type wide [10]int

// What comes out of an interface fills its own variables and none beside them.
func unwrap(x interface{}) {
	var w wide
	after, more := 7, 8
	w = x.(wide)
	fmt.Println(w, after, more) // expect: [1 2 3 4 5 6 7 8 9 10] 7 8
	var ok bool
	w, ok = x.(wide)
	fmt.Println(w[9], ok, after, more) // expect: 10 true 7 8
	switch v := x.(type) {
	case wide:
		fmt.Println(v[9], after, more) // expect: 10 7 8
	}
}

func main() {
	unwrap(wide{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	var s shape = square(3)
	n, ok := s.(namer)
	_, bad := s.(error)
	fmt.Println(s.area(), n.name(), ok, bad, s == shape(square(3)), s.(square)+1) // expect: 9 square true false true 4
	fmt.Println(fails(0) == nil, fails(3), fails(0)) // expect: true code 3 <nil>
	for _, x := range []interface{}{nil, 1, int64(2), "s", square(1), fails(4), func() int { return 5 }, []int{1}, 2.5, map[string]bool{}} {
		fmt.Print(kind(x), "; ")
	}
	fmt.Println() // expect: nil; integer 1; integer 2; string s; both square; error code 4; func 5; slice 1; float64; map[string]bool; 
	var target *myError
	wrapped := fmt.Errorf("outer: %w", fails(7))
	fmt.Println(wrapped, errors.As(wrapped, &target), target.code, errors.Is(wrapped, target)) // expect: outer: code 7 true 7 true
	var nilp *myError
	var e error = nilp
	fmt.Println(e == nil, nilp == nil) // expect: false true
}
