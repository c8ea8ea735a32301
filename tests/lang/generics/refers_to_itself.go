// The type parameters of a type may mention the type, since Go 1.26.
package main

import "fmt"

type Ordered[T Ordered[T]] interface {
	Less(T) bool
}

type Tree[T Ordered[T]] struct {
	nodes []T
}

func (t *Tree[T]) Insert(x T) {
	i := 0
	for i < len(t.nodes) && t.nodes[i].Less(x) {
		i++
	}
	t.nodes = append(t.nodes[:i], append([]T{x}, t.nodes[i:]...)...)
}

type Age int

func (a Age) Less(b Age) bool { return a < b }

type Node[K any, N Node[K, N]] interface {
	comparable
	Key() K
	Next() []N
}

type G struct{ id int }

func (g *G) Key() int   { return g.id }
func (g *G) Next() []*G { return nil }

func walk[K any, N Node[K, N]](n N) (out []K) {
	out = append(out, n.Key())
	for _, m := range n.Next() {
		out = append(out, walk[K, N](m)...)
	}
	return
}

type S[P interface{ *Q }, Q any] struct{ p P }
type L[P L[P]] interface {
	~int
	M(P)
}

type I int

func (I) M(I)         {}
func use[P L[P]](p P) { p.M(p) }

func main() {
	var t Tree[Age]
	for _, a := range []Age{3, 1, 2} {
		t.Insert(a)
	}
	fmt.Println(t.nodes, walk[int, *G](&G{4}))
	use(I(3))
}

// expect: [1 2 3] [4]
