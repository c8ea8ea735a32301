// Since Go 1.20 interfaces satisfy comparable, though comparing them may panic.
package main

import "fmt"

func index[T comparable](xs []T, x T) int {
	for i, y := range xs {
		if x == y {
			return i
		}
	}
	return -1
}

type set[K comparable] map[K]bool

type mixed struct {
	a any
	n int
}

func main() {
	fmt.Println(index([]any{1, "a", mixed{}}, any("a")))        // expect: 1
	fmt.Println(index([]error{nil, fmt.Errorf("e")}, nil))      // expect: 0
	fmt.Println(index([]mixed{{1, 2}, {"x", 3}}, mixed{"x", 3})) // expect: 1
	fmt.Println(set[any]{1: true, "b": false}["b"])             // expect: false
	defer func() { fmt.Println(recover()) }()                   // expect: runtime error: comparing uncomparable type []int
	fmt.Println(index([]any{[]int{1}}, any([]int{1})))
}
