package main

import "unsafe"

type List[T any] struct { // error: generic types are not supported yet
	next *List[T]
	item T
}

func (l *List[T]) Push(x T) { l.next = &List[T]{item: x} }

func Map[A, B any](xs []A, f func(A) B) []B { // error: generic functions are not supported yet
	var out []B
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}

type Number interface{ ~int | ~float64 } // error: type constraints are not supported yet

func main() {
	var l List[int]
	l.Push(1)
	_ = Map[int, string](nil, nil)
	_ = Map(nil, nil)
	_ = unsafe.Sizeof(l)
	_ = unsafe.Sizeof(1)
	var p unsafe.Pointer // error: unsafe.Pointer is not supported
	_ = p
}
