// Calls happen from left to right; an assignment's operands are evaluated before it assigns.
package main

import "fmt"

func f(name string, v int) int {
	fmt.Print(name, " ")
	return v
}

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
	a := []int{0, 0, 0}
	a[f("index", 1)] = f("value", 5)
	fmt.Println(a) // expect: index value [0 5 0]
	i := 0
	i, a[i] = 1, 2
	fmt.Println(i, a) // expect: 1 [2 5 0]
	x, y := 1, 2
	x, y = y, x
	fmt.Println(x, y, f("p", 1)+f("q", 2)*f("r", 3)) // expect: p q r 2 1 7
	m := map[string]int{}
	m["k"], x = x, 9
	fmt.Println(m["k"], x) // expect: 2 9
	_ = f("and", 0) == 1 && f("never", 0) == 0
	_ = f("or", 0) == 0 || f("never", 0) == 0
	fmt.Println() // expect: and or 
	bounds()
}

// The language leaves open when a variable in a bound is read. As in gc, a bound that is no variable is
// computed before the calls in later ones.
func bounds() {
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
