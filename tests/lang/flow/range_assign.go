// Range loops that assign to what is there: variables, fields, elements, blanks, what a call returns.
package main

import "fmt"

type box struct {
	k, v int
	s    string
	r    rune
	b    *box
}

var g, h int
var calls int

func at(b *box) *box { calls++; return b }
func index() int     { calls++; return 1 }
func numbers(yield func(int, string) bool) {
	for i, s := range []string{"p", "q", "r"} {
		if !yield(i*10, s) {
			return
		}
	}
}
func one(yield func(int) bool)   { _ = yield(1) && yield(2) }
func nothing(yield func() bool)  { _ = yield() && yield() }
func array() [3]int              { calls++; return [3]int{7, 8, 9} }
func pointer(p *[2]int) *[2]int  { calls++; return p }

func main() {
	var i, v int
	var b box
	var s string
	var r rune
	a := []int{0, 0, 0}
	m := map[string]int{}
	p := &v
	for i = range 3 {
	}
	fmt.Println(i)
	for b.k = range 4 {
	}
	for a[index()] = range 5 {
	}
	for g = range 0 {
	}
	for m["x"] = range 2 {
	}
	for _ = range 2 {
		h++
	}
	for range 3 {
		h++
	}
	fmt.Println(b.k, a, calls, g, m, h)
	for i, v = range []int{5, 6} {
	}
	for b.k, b.v = range []int{7, 8, 9} {
	}
	for _, *p = range [2]int{3, 4} {
	}
	fmt.Println(i, v, b.k, b.v)
	for at(&b).k, a[index()] = range array() {
	}
	fmt.Println(b.k, a, calls)
	for i = range array() {
	}
	for _, v = range array() {
	}
	for i, _ = range pointer(&[2]int{1, 2}) {
	}
	for i = range pointer(nil) {
	}
	for range pointer(nil) {
		h++
	}
	fmt.Println(i, v, calls, h)
	for b.k, b.r = range "aé" {
	}
	for _, r = range "xyz" {
	}
	for i = range "héllo" {
	}
	for range "né" {
		h++
	}
	fmt.Println(b.k, b.r, r, i, h)
	for s, v = range map[string]int{"only": 6} {
	}
	for b.s = range map[string]int{"key": 6} {
	}
	for _, b.v = range map[string]int{"key": 16} {
	}
	for m["y"], m["z"] = range map[int]int{3: 4} {
	}
	for _, _ = range map[int]int{1: 1} {
		h++
	}
	fmt.Println(s, v, b.s, b.v, m, h)
	c := make(chan int, 3)
	c <- 1
	c <- 2
	c <- 3
	close(c)
	for b.v = range c {
		if b.v == 2 {
			break
		}
	}
	for at(&b).v = range c {
	}
	fmt.Println(b.v, calls)
	for b.k, b.s = range numbers {
		if b.k == 10 {
			break
		}
	}
	for i, _ = range numbers {
	}
	for _, s = range numbers {
	}
	for a[0] = range one {
	}
	for range nothing {
		h++
	}
	fmt.Println(b.k, b.s, i, s, a, h)
	var iface interface{}
	var e error
	for iface = range []int{1, 2} {
	}
	for _, iface = range []string{"to", "iface"} {
	}
	for _, e = range []*fail{{1}, {2}} {
	}
	fmt.Println(iface, e)
	var key interface{}
	for key, iface = range map[string]float64{"f": 1.5} {
	}
	fmt.Println(key, iface)
	var u8 uint8
	for u8 = range uint8(200) {
	}
	const n = 3
	var i64 int64
	for i64 = range n {
	}
	for i := range i64 {
		h += int(i)
	}
	fmt.Println(u8, i64, h)
	big := [3][4]int{{1}, {2}, {3}}
	var row [4]int
	for i, row = range big {
		big[2][0] = 99
	}
	fmt.Println(i, row, big[2])
	for i, row = range &big {
		big[2][0] = 77
	}
	fmt.Println(row)
	grown := []int{1, 2}
	for i, v = range grown {
		grown = append(grown, v)
		grown[1] = 50
	}
	fmt.Println(i, v, grown)
	func() {
		defer func() { fmt.Println(recover(), b.k) }()
		var none *box
		for none.k, b.k = range []int{4, 5} {
		}
	}()
	x := []int{1, 2, 3}
	for i, x[i] = range x {
	}
	fmt.Println(x, i)
}

type fail struct{ n int }

func (f *fail) Error() string { return fmt.Sprint("fail ", f.n) }

// expect: 2
// expect: 3 [0 4 0] 5 0 map[x:1] 5
// expect: 1 4 2 9
// expect: 2 [0 9 0] 12
// expect: 1 9 17 7
// expect: 1 233 122 5 9
// expect: only 6 key 16 map[x:1 y:3 z:4] 10
// expect: 3 18
// expect: 10 q 20 r [2 9 0] 12
// expect: iface fail 2
// expect: f 1.5
// expect: 199 2 13
// expect: 2 [3 0 0 0] [99 0 0 0]
// expect: [77 0 0 0]
// expect: 1 2 [1 50 1 2]
// expect: runtime error: invalid memory address or nil pointer dereference 10
// expect: [1 3 3] 2
