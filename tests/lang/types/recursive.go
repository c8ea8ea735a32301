// Types may refer to themselves and each other.
package main

import "fmt"

type tree struct {
	left, right *tree
	value       int
}

func (t *tree) insert(v int) *tree {
	if t == nil {
		return &tree{value: v}
	}
	if v < t.value {
		t.left = t.left.insert(v)
	} else {
		t.right = t.right.insert(v)
	}
	return t
}

func (t *tree) walk(visit func(int)) {
	if t != nil {
		t.left.walk(visit)
		visit(t.value)
		t.right.walk(visit)
	}
}

type visitor interface{ visit(node) visitor }
type node interface{ accept(visitor) }
type fn func(fn) int
type m map[string]m

func main() {
	var root *tree
	for _, v := range []int{5, 2, 8, 1, 9, 3} {
		root = root.insert(v)
	}
	root.walk(func(v int) { fmt.Print(v, " ") })
	fmt.Println() // expect: 1 2 3 5 8 9 
	var f fn = func(fn) int { return 3 }
	fmt.Println(f(f), len(m{"a": {"b": nil}}["a"])) // expect: 3 1
}
