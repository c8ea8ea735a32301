// Allocation and collection of many small objects: 20 complete trees of depth 16.
package main

type node struct {
	left, right *node
}

func build(depth int) *node {
	if depth == 0 {
		return &node{}
	}
	return &node{build(depth - 1), build(depth - 1)}
}

func (n *node) count() int {
	if n.left == nil {
		return 1
	}
	return 1 + n.left.count() + n.right.count()
}

func main() {
	total := 0
	for i := 0; i < 20; i++ {
		total += build(16).count()
	}
	println(total)
}
