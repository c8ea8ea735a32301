package main

import "fmt"

// Recursive generic types, methods that use each other, function values as fields.

type Tree[K, V any] struct {
	root *node[K, V]
	less func(a, b K) bool
	size int
}

type node[K, V any] struct {
	key         K
	val         V
	left, right *node[K, V]
}

func New[K, V any](less func(a, b K) bool) *Tree[K, V] { return &Tree[K, V]{less: less} }

func (t *Tree[K, V]) find(k K) **node[K, V] {
	p := &t.root
	for *p != nil {
		switch {
		case t.less(k, (*p).key):
			p = &(*p).left
		case t.less((*p).key, k):
			p = &(*p).right
		default:
			return p
		}
	}
	return p
}

func (t *Tree[K, V]) Set(k K, v V) bool {
	p := t.find(k)
	if *p != nil {
		(*p).val = v
		return false
	}
	*p = &node[K, V]{key: k, val: v}
	t.size++
	return true
}

func (t *Tree[K, V]) Get(k K) (v V, ok bool) {
	if n := *t.find(k); n != nil {
		return n.val, true
	}
	return
}

func (n *node[K, V]) walk(f func(K, V)) {
	if n != nil {
		n.left.walk(f)
		f(n.key, n.val)
		n.right.walk(f)
	}
}

func (t *Tree[K, V]) Walk(f func(K, V)) { t.root.walk(f) }

type Ordered interface {
	~int | ~string | ~float64
}

func less[T Ordered](a, b T) bool { return a < b }

func main() {
	t := New[string, int](less[string])
	for i, w := range []string{"the", "quick", "brown", "fox", "the"} {
		fmt.Println(w, t.Set(w, i))
	}
	t.Walk(func(k string, v int) { fmt.Println(k, v) })
	fmt.Println(t.Get("fox"))
	fmt.Println(t.Get("cow"))
	u := New[float64, *Tree[string, int]](func(a, b float64) bool { return a > b })
	u.Set(1.5, t)
	u.Set(2.5, nil)
	u.Walk(func(k float64, v *Tree[string, int]) { fmt.Println(k, v == nil) })
	fmt.Printf("%T\n", u)
}
// expect: the true
// expect: quick true
// expect: brown true
// expect: fox true
// expect: the false
// expect: brown 2
// expect: fox 3
// expect: quick 1
// expect: the 4
// expect: 3 true
// expect: 0 false
// expect: 2.5 true
// expect: 1.5 false
// expect: *main.Tree[float64,*main.Tree[string,int]]
