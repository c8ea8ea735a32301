// x.m(f()), where f has several results and m takes interfaces, calls f once.
package main

import "fmt"

type box struct{ n int }

func (b *box) two() (any, error)                     { b.n++; return b.n, nil }
func (b *box) same(v any, err error) (any, error)    { return v, err }
func (b *box) list(first any, rest ...any) int       { return 1 + len(rest) }
func (b *box) three() (p [3]int, f float64, ok bool) { b.n++; return [3]int{b.n}, 1.5, true }

type pair interface {
	same(v any, err error) (any, error)
}

func mk(b *box) *box { b.n += 10; return b }

func main() {
	b := &box{}
	v, err := b.same(b.two())
	fmt.Println(v, err, b.n)
	fmt.Println(b.same(b.same(b.two())))
	fmt.Println(pair(b).same(b.two()))
	fmt.Println(b.list(b.three()), b.n)
	f := b.same
	fmt.Println(f(b.two()))
	fmt.Println(mk(b).same(mk(b).two()))
	fmt.Println((*box).list(b, b.n, b.n))
}

// expect: 1 <nil> 1
// expect: 2 <nil>
// expect: 3 <nil>
// expect: 3 4
// expect: 5 <nil>
// expect: 26 <nil>
// expect: 2
