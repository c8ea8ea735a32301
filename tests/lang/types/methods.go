// Method values bind their receiver at once, method expressions take it as an argument.
package main

import "fmt"

type counter struct{ n int }

func (c *counter) inc(by int) int { c.n += by; return c.n }
func (c counter) get() int         { return c.n }

type number int

func (n number) plus(m number) number { return n + m }

type incer interface{ inc(int) int }

func main() {
	c := counter{1}
	get, inc := c.get, c.inc
	inc(5)
	fmt.Println(get(), c.get()) // expect: 1 6
	f := (*counter).inc
	g := counter.get
	h := (*counter).get
	fmt.Println(f(&c, 1), g(c), h(&c)) // expect: 7 7 7
	fmt.Println(number.plus(3, 4), number(1).plus(2)) // expect: 7 3
	var i incer = &c
	k := i.inc
	i = &counter{100}
	fmt.Println(k(1), i.inc(1), incer.inc(i, 2)) // expect: 8 101 103
	fs := []func() int{c.get, func() int { return 2 }}
	fmt.Println(fs[0]()+fs[1](), func(x int) int { return x * x }(5)) // expect: 10 25
}
