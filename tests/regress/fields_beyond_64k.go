// Offsets of more than 16 bits: the address of p.n was computed into a register that was free again
// by the time of the store.
package main

import "fmt"

type T struct {
	fill [70000]int32
	n    int
	s    string
	in   struct{ a, b uint16 }
}

var g T

func (t *T) add(i int) { t.n += i; t.in.b++ }

func main() {
	p := &T{n: 1, s: "x"}
	p.n += 41
	p.n++
	p.s += "y" + p.s
	p.in.a, p.in.b = p.in.b+1, p.in.a+2
	p.add(7)
	q := &p.n
	*q *= 2
	g.n -= 3
	g.add(10)
	v := *p
	v.fill[69999]--
	fmt.Println(p.n, p.s, p.in, g.n, g.in.b, v.n, v.fill[69999], p.fill[69999])
}

// expect: 100 xyx {1 3} 7 1 100 -1 0
