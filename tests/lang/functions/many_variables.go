// A goroutine has room for all variables of its function, however many.
package main

import "fmt"

type four struct{ a, b, c, d int }

func (f four) sum() int { return f.a + f.b + f.c + f.d }

func many(n int, out chan int) {
	a, b, c := four{n, n, n, n}, four{n, n, n, n}, four{n, n, n, n}
	d, e, f := a, b, c
	g, h, i := d, e, f
	j, k, l := g, h, i
	m, o, p := j, k, l
	out <- n
	all := a.sum() + b.sum() + c.sum() + d.sum() + e.sum() + f.sum() + g.sum() + h.sum()
	all += i.sum() + j.sum() + k.sum() + l.sum() + m.sum() + o.sum() + p.sum()
	out <- all
}

func main() {
	out := make(chan int)
	for n := 1; n <= 20; n++ {
		go many(n, out)
	}
	sum := 0
	for n := 1; n <= 40; n++ {
		sum += <-out
	}
	fmt.Println(sum) // expect: 12810
}
