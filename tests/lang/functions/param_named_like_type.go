// The scope of a parameter is the body: types of the signature are not those that it hides.
package main

import "fmt"

type node struct{ value int }

func find(node *node, string bool) (text string, err error) { return fmt.Sprint(node.value, string), nil }

func (node *node) next(error bool) (bool, error) { return error, nil }

func main() {
	n := &node{3}
	fmt.Println(find(n, true))    // expect: 3 true <nil>
	fmt.Println(n.next(true))     // expect: true <nil>
	f := func(int int, x int) int { return int + x }
	fmt.Println(f(1, 2)) // expect: 3
}
