// A receiver that is the result of a call is computed before the arguments, also where the call of the
// method is the argument of another call.
package main

import "fmt"

var made string

type box struct{ n int }

func mk(n int) box { made += "M"; return box{n} }

func (b box) get(n int) int { made += "b"; return b.n + n }

type getter interface{ get(int) int }

func it(n int) getter { made += "I"; return box{n} }

func m() int { made += "m"; return 1 }

func f(n int) int { made += "f"; return n + 1 }

func pick(n int) func(int) int { made += "p"; return f }

func said(x any) {
	fmt.Println(x, made)
	made = ""
}

func main() {
	said(f(mk(2).get(m())))
	said(f(it(2).get(m())))
	x := f(mk(f(1)).get(it(m()).get(f(m()))))
	said(x)
	said(f(pick(1)(m())))
	said([]int{f(pick(m())(m())), m()}[m()])
	z, w := f(mk(1).get(m())), map[int]int{1: 5}[it(0).get(m())]
	said(z + w)
	switch f(it(m()).get(m())) {
	case f(mk(1).get(f(1))), f(it(1).get(m())):
		said("case")
	}
}

// expect: 4 Mmbf
// expect: 4 Imbf
// expect: 6 fMmImfbbf
// expect: 3 pmff
// expect: 1 mpmffmm
// expect: 8 MmbfImb
// expect: case mImbfMfbfImbf
