// Structs with the same first field: a pointer to one holds pointers to others, as in C.
package main

import (
	"fmt"
	"unsafe"
)

type node struct {
	min, max []float64
	children []*node
	count    int
}

type item struct {
	min, max []float64
	data     any
}

func (n *node) item() *item { return (*item)(unsafe.Pointer(n)) }
func (i *item) node() *node { return (*node)(unsafe.Pointer(i)) }

type other struct {
	name string
	next *other
}

func main() {
	leaf := &item{[]float64{1, 2}, []float64{3, 4}, "leaf"}
	root := &node{children: []*node{leaf.node()}, count: 1}
	fmt.Println(root.children[0].max, root.children[0].item().data) // expect: [3 4] leaf
	links := *(*[]*item)(unsafe.Pointer(&root.children))
	fmt.Println(links[0].min) // expect: [1 2]
	defer func() { fmt.Println(recover()) }()
	fmt.Println((*other)(unsafe.Pointer(root)).next)
	// expect: runtime error: unsafe.Pointer: a *main.node does not convert to a *main.other: memory has one layout
}
