// Up to Go 1.19 only what == never panics for satisfies comparable.
// args: --go 1.19
package main

type mixed struct {
	a any
	n int
}

type list[T any] []T

func same[T comparable](a, b T) bool { return a == b }

type set[K comparable] map[K]bool

var (
	_ set[any]   // error: any does not satisfy comparable
	_ set[mixed] // error: mixed does not satisfy comparable
	_ set[[2]error] // error: does not satisfy comparable
	_ set[*any]
	_ set[[0]chan int]
)

func main() {
	same[any](1, 2)       // error: any does not satisfy comparable
	same(error(nil), nil) // error: error does not satisfy comparable
	same(1, 2)
	same(list[int]{}, nil) // error: list\[int\] does not satisfy comparable
}
