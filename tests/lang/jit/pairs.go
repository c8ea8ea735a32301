// Pairs of instructions that are one for the interpreter (code/op.def): where the first fails, where the
// second does, and both ways of those that jump.
//
// args: --jit off --detector none
package main

import "fmt"

type cell struct {
	n    int
	f    float64
	s    string
	list []int
	arr  [4]int
	b    []byte
	bits []bool
	next *cell
	fn   func(int) int
	i    namer
}
type namer interface{ name(int) int }

func (c *cell) name(k int) int { return c.n + k }

func try(what string, f func() interface{}) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println(what, r)
		}
	}()
	fmt.Println(what, f())
}

func storeAdd(p *int, n int) int         { *p = n + 1; return *p }
func storeMul(p *float64, f float64)     { *p = f * 2.5 }
func mulStore(p *cell, f float64)        { p.f = f * f }
func add(n int) int                      { return n + 1 }
func mul(f, g float64) float64           { return f * g }
func same(p *cell, n int) bool           { if p.n == n { return true }; return false }
func more(p *cell, n int) bool           { if p.n > n { return true }; return false }
func seven(p *cell) bool                 { if p.n == 7 { return true }; return false }
func plus(p *cell) int                   { return p.n + 3 }
func less(p *cell, n int) bool           { return p.n < n }
func char(p *cell, s string) byte        { return s[p.n] }
func charOf(p *cell) byte                { return p.s[p.n] }
func at(p *cell) *int                    { return &p.list[p.n] }
func atArray(p *cell) int                { p.arr[p.n] = 5; return p.arr[p.n] }
func down(p *cell) (k int)               { for p.n != 0 { p.n--; k++ }; return }
func element(a, b []int, i, j int) int   { return a[i] + b[j] }
func nested(a [][]int, i, j int) int     { return a[i][j] }
func copyElement(a, b []int, i, j int)   { a[i] = b[j] }
func set(bits []bool, i int) int         { if bits[i] { return 1 }; return 0 }
func up(a []byte, i int) int             { if a[i] != 0 { return int(a[i]) }; return -1 }
func rest(n int) (int, int)              { return n % 10, n / 10 }
func restOf(n, m int) int                { return n % m }
func call(n namer, k int) int            { return n.name(k) }
func until(n int) (s int)                { for i := 0; i <= n; i++ { s += i }; return }
func to100(n int) (s int)                { for n <= 100 { n += 9; s++ }; return }
func chain(p *cell) int                  { return p.next.next.n }
func fn(p *cell, k int) int              { return p.fn(k) }
func sum(a []int) (s int)                { for i := 0; i < len(a); i++ { s += a[i] }; return }
func swap(a []int, i, j int)             { a[i], a[j] = a[j], a[i] }
func shift(n, k int) int                 { return n<<k + n>>1 }

func main() {
	n, f, z := 1, 1.5, 0
	c := &cell{n: 1, s: "ab", list: []int{1, 2}, b: []byte{0, 9}, bits: []bool{true, false}, fn: add}
	far := &cell{n: 9, s: "ab", list: []int{1, 2}}
	two := &cell{next: &cell{next: c}}
	one := &cell{next: &cell{}}
	a, b := []int{1, 2, 3}, []int{4, 5}
	for _, p := range []*cell{c, far, nil} {
		p := p
		try("same", func() interface{} { return [2]bool{same(p, 1), same(p, 2)} })
		try("more", func() interface{} { return [2]bool{more(p, 0), more(p, 100)} })
		try("seven", func() interface{} { return seven(p) })
		try("plus", func() interface{} { return plus(p) })
		try("less", func() interface{} { return less(p, 5) })
		try("char", func() interface{} { return char(p, "xyz") })
		try("charOf", func() interface{} { return charOf(p) })
		try("at", func() interface{} { return *at(p) })
		try("atArray", func() interface{} { return atArray(p) })
		try("down", func() interface{} { return down(p) })
		try("mulStore", func() interface{} { mulStore(p, 1.5); return p.f })
		try("call", func() interface{} { return call(p, 2) })
		try("fn", func() interface{} { return fn(p, 2) })
	}
	try("seven", func() interface{} { return seven(&cell{n: 7}) })
	try("storeAdd", func() interface{} { return storeAdd(&n, 4) })
	try("storeAdd nil", func() interface{} { return storeAdd(nil, 4) })
	try("storeMul", func() interface{} { storeMul(&f, 4); return f })
	try("storeMul nil", func() interface{} { storeMul(nil, 4); return 0 })
	try("add", func() interface{} { return [2]interface{}{add(3), mul(2, 1.25)} })
	for i := -1; i < 4; i++ {
		i := i
		try("element", func() interface{} { return element(a, b, i, 1) })
		try("element", func() interface{} { return element(a, b, 1, i) })
		try("nested", func() interface{} { return nested([][]int{a, b}, i, 2) })
		try("nested", func() interface{} { return nested([][]int{a, b}, 1, i) })
		try("copyElement", func() interface{} { copyElement(a, b, i, 0); return a })
		try("copyElement", func() interface{} { copyElement(a, b, 2, i); return a })
		try("set", func() interface{} { return set(c.bits, i) })
		try("up", func() interface{} { return up(c.b, i) })
		try("swap", func() interface{} { swap(a, i, 1); return a })
		try("swap", func() interface{} { swap(a, 0, i); return a })
	}
	try("rest", func() interface{} { x, y := rest(-57); return [3]int{x, y, restOf(57, 8)} })
	try("rest of none", func() interface{} { return restOf(1, z) })
	try("loops", func() interface{} { return [5]int{until(10), until(-1), to100(1), to100(101), sum(a)} })
	try("chain", func() interface{} { return chain(two) })
	try("chain", func() interface{} { return chain(one) })
	try("chain", func() interface{} { return chain(nil) })
	try("nil interface", func() interface{} { return call(nil, 1) })
	try("shift", func() interface{} { return shift(5, 2) })
	try("shift", func() interface{} { return shift(5, n-9) })
}

// expect: same [true false]
// expect: more [true false]
// expect: seven false
// expect: plus 4
// expect: less true
// expect: char 121
// expect: charOf 98
// expect: at 2
// expect: atArray 5
// expect: down 1
// expect: mulStore 2.25
// expect: call 2
// expect: fn 3
// expect: same [false false]
// expect: more [true false]
// expect: seven false
// expect: plus 12
// expect: less false
// expect: char runtime error: index out of range [9] with length 3
// expect: charOf runtime error: index out of range [9] with length 2
// expect: at runtime error: index out of range [9] with length 2
// expect: atArray runtime error: index out of range [9] with length 4
// expect: down 9
// expect: mulStore 2.25
// expect: call 2
// expect: fn runtime error: invalid memory address or nil pointer dereference
// expect: same runtime error: invalid memory address or nil pointer dereference
// expect: more runtime error: invalid memory address or nil pointer dereference
// expect: seven runtime error: invalid memory address or nil pointer dereference
// expect: plus runtime error: invalid memory address or nil pointer dereference
// expect: less runtime error: invalid memory address or nil pointer dereference
// expect: char runtime error: invalid memory address or nil pointer dereference
// expect: charOf runtime error: invalid memory address or nil pointer dereference
// expect: at runtime error: invalid memory address or nil pointer dereference
// expect: atArray runtime error: invalid memory address or nil pointer dereference
// expect: down runtime error: invalid memory address or nil pointer dereference
// expect: mulStore runtime error: invalid memory address or nil pointer dereference
// expect: call runtime error: invalid memory address or nil pointer dereference
// expect: fn runtime error: invalid memory address or nil pointer dereference
// expect: seven true
// expect: storeAdd 5
// expect: storeAdd nil runtime error: invalid memory address or nil pointer dereference
// expect: storeMul 10
// expect: storeMul nil runtime error: invalid memory address or nil pointer dereference
// expect: add [4 2.5]
// expect: element runtime error: index out of range [-1]
// expect: element runtime error: index out of range [-1]
// expect: nested runtime error: index out of range [-1]
// expect: nested runtime error: index out of range [-1]
// expect: copyElement runtime error: index out of range [-1]
// expect: copyElement runtime error: index out of range [-1]
// expect: set runtime error: index out of range [-1]
// expect: up runtime error: index out of range [-1]
// expect: swap runtime error: index out of range [-1]
// expect: swap runtime error: index out of range [-1]
// expect: element 6
// expect: element 6
// expect: nested 3
// expect: nested 4
// expect: copyElement [4 2 3]
// expect: copyElement [4 2 4]
// expect: set 1
// expect: up -1
// expect: swap [2 4 4]
// expect: swap [2 4 4]
// expect: element 9
// expect: element 9
// expect: nested runtime error: index out of range [2] with length 2
// expect: nested 5
// expect: copyElement [2 4 4]
// expect: copyElement [2 4 5]
// expect: set 0
// expect: up 9
// expect: swap [2 4 5]
// expect: swap [4 2 5]
// expect: element 10
// expect: element runtime error: index out of range [2] with length 2
// expect: nested runtime error: index out of range [2] with length 2
// expect: nested runtime error: index out of range [2] with length 2
// expect: copyElement [4 2 4]
// expect: copyElement runtime error: index out of range [2] with length 2
// expect: set runtime error: index out of range [2] with length 2
// expect: up runtime error: index out of range [2] with length 2
// expect: swap [4 4 2]
// expect: swap [2 4 4]
// expect: element runtime error: index out of range [3] with length 3
// expect: element runtime error: index out of range [3] with length 2
// expect: nested runtime error: index out of range [3] with length 2
// expect: nested runtime error: index out of range [3] with length 2
// expect: copyElement runtime error: index out of range [3] with length 3
// expect: copyElement runtime error: index out of range [3] with length 2
// expect: set runtime error: index out of range [3] with length 2
// expect: up runtime error: index out of range [3] with length 2
// expect: swap runtime error: index out of range [3] with length 3
// expect: swap runtime error: index out of range [3] with length 3
// expect: rest [-7 -5 1]
// expect: rest of none runtime error: integer divide by zero
// expect: loops [55 0 12 0 10]
// expect: chain 0
// expect: chain runtime error: invalid memory address or nil pointer dereference
// expect: chain runtime error: invalid memory address or nil pointer dereference
// expect: nil interface runtime error: invalid memory address or nil pointer dereference
// expect: shift 22
// expect: shift runtime error: negative shift amount
