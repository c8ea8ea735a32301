// The language leaves open when a variable in a bound is read. As in gc, a bound that is no variable is
// computed before the calls in later ones.
package main

import "fmt"

type text struct {
	s   string
	off int
	arr [8]int
}

func (t *text) skip(n int) int {
	t.off += n
	return t.off
}

func main() {
	t := &text{s: "abcdefgh", off: 2}
	fmt.Println(t.s[t.off-1 : t.skip(2)]) // expect: bcd
	t.off = 2
	fmt.Println(t.s[t.off:t.skip(2)]) // expect: cd
	t.off = 1
	fmt.Println(len(t.arr[t.off:t.skip(2):t.skip(2)])) // expect: 2
	i := 1
	next := func() int {
		i += 2
		return i
	}
	fmt.Println("[" + t.s[i:next()] + "]") // expect: []
	i = 1
	fmt.Println(t.s[i-1 : next()]) // expect: abc
	i = 1
	fmt.Println(t.s[next()-3 : i]) // expect: abc
	b := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	i = 1
	fmt.Println(b[i : next() : i+4]) // expect: []
	i = 1
	fmt.Println(b[i+0 : next() : next()]) // expect: [1 2]
}
