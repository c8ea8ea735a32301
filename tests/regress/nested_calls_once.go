// Each call of an expression is made once, however deep calls of one argument are nested: the one
// inside f(g(h(m()))) was made twice.
package main

import (
	"fmt"
	"math"
)

var made string

func m() int { made += "m"; return 1 }

func f(n int) int { made += "f"; return n + 1 }

func g(n int) int { made += "g"; return n * 2 }

func h(n int) int { made += "h"; return n - 1 }

func two(a, b int) int { made += "2"; return a + b }

func any1(x any) int { made += "a"; return x.(int) }

func slice(n int) []int { made += "s"; return make([]int, n) }

type box struct{ n int }

func (b box) get(n int) int { made += "b"; return b.n + n }

func bits(n int) uint64 { made += "u"; return uint64(n) }

func said(x any) {
	fmt.Println(x, made)
	made = ""
}

func main() {
	b := box{1}
	said(f(g(h(m()))))
	said(f(g(f(g(h(m()))))))
	x := f(g(h(m())))
	said(x)
	said(math.Float64frombits(bits(f(m()))))
	said(math.Sqrt(math.Sqrt(float64(f(g(m()))))))
	said(f(-g(h(-m()))))
	said(f(two(g(h(m())), m())))
	said(two(f(g(h(m()))), f(g(h(m())))))
	said(b.get(b.get(b.get(m()))))
	said(f(g(b.get(f(m())))))
	said(any1(f(any1(g(any1(m()))))))
	said(len(slice(f(len(slice(f(m())))))[f(g(h(m()))):]))
	said(f(map[int]int{1: 5}[h(f(m()))]))
	said(f(g(h(m()))) > 0 && f(g(h(m()))) > 1)
	said(f(func() int { return g(h(m())) }()))
	if f(g(h(f(m())))) == 3 {
		said("if")
	}
	switch f(g(h(m()))) {
	case f(g(h(f(m())))), f(g(h(m()))):
		said("case")
	}
	defer func() { said("deferred") }()
	defer f(g(h(m())))
}

// expect: 1 mhgf
// expect: 3 mhgfgf
// expect: 1 mhgf
// expect: 1e-323 mfu
// expect: 1.3160740129524924 mgf
// expect: 5 mhgf
// expect: 2 mhgm2f
// expect: 2 mhgfmhgf2
// expect: 4 mbbb
// expect: 7 mfbgf
// expect: 3 magafa
// expect: 2 mfsfsmhgf
// expect: 6 mfhf
// expect: false mhgfmhgf
// expect: 1 mhgf
// expect: if mfhgf
// expect: case mhgfmfhgfmhgf
// expect: deferred mhgf
