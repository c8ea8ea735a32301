// The scope of a parameter is the body: types of the signature are not those that it hides.
package main

import "fmt"

type node struct{ value int }

func find(node *node, string bool) (text string, err error) { return fmt.Sprint(node.value, string), nil }

func (node *node) next(error bool) (bool, error) { return error, nil }

func (node *node) split(other node) (a, b node) { return *node, other }

type list[T any] struct{ v T }

func (list *list[T]) with(v T) list[T] { return list.v2(v) }
func (l *list[T]) v2(v T) list[T]     { return list[T]{v} }

func main() {
	n := &node{3}
	fmt.Println(find(n, true))    // expect: 3 true <nil>
	fmt.Println(n.next(true))     // expect: true <nil>
	fmt.Println(n.split(node{4}))                // expect: {3} {4}
	fmt.Println((&list[int]{1}).with(2).v) // expect: 2
	f := func(int int, x int) int { return int + x }
	fmt.Println(f(1, 2)) // expect: 3
}
