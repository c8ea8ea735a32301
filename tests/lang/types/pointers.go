// Pointers into variables, fields and elements stay valid and share memory.
package main

import "fmt"

type node struct {
	value int
	next  *node
	inner struct{ a, b int }
}

func local() *int {
	x := 5
	return &x
}

func main() {
	p, q := local(), local()
	*p++
	fmt.Println(*p, *q, p == q) // expect: 6 5 false
	var list *node
	for i := 0; i < 3; i++ {
		list = &node{value: i, next: list}
	}
	for n := list; n != nil; n = n.next {
		fmt.Print(n.value, " ")
	}
	fmt.Println(list.next.next.next == nil) // expect: 2 1 0 true
	b := &list.inner.b
	*b = 9
	fmt.Println(list.inner, &list.inner.b == b) // expect: {0 9} true
	s := []int{1, 2, 3}
	e := &s[1]
	s = append(s, 4)
	*e = 20
	fmt.Println(s[1], *e) // expect: 2 20
	pp := &p
	**pp = 1
	fmt.Println(*p, new(int) == nil, *new(string) == "") // expect: 1 false true
	swap := func(a, b *int) { *a, *b = *b, *a }
	x, y := 1, 2
	swap(&x, &y)
	fmt.Println(x, y) // expect: 2 1
}
