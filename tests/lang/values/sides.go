// Operands on the other side than usual: nil and constants on the left, results of several values, arrays
// behind pointers, appends of nothing, bounds of other integer types.
package main

import (
	"errors"
	"fmt"
)

type point struct{ x, y int }
type wide struct{ a [40]int }
type inter interface{ m() }
type impl int

func (impl) m() {}

var (
	p     *point
	q     = &point{1, 2}
	m     map[string]int
	s     []int
	f     func()
	c     chan int
	e     error
	i     inter
	big   = &[5]int{1, 2, 3, 4, 5}
	calls int
)

func three() (int, string, []int)      { calls++; return 4, "three", []int{1, 2} }
func take(a int, s string, r []int) int { return a + len(s) + len(r) }
func rest(a int, r ...interface{}) int  { return a + len(r) }
func variadic(r ...int) int             { return len(r) }
func two() (int, error)                 { return 3, errors.New("two") }
func pass() (int, error)                { return two() }
func widen() (interface{}, error)       { return two() }
func named() (n int, err error)         { n, err = two(); return }
func count(n int) int                   { calls += n; return n }

func compare(x int, u uint8, fl float64, st string, b bool, cx complex128) (out []bool) {
	out = append(out, nil == p, nil != q, nil == m, nil == s, nil == f, nil == c, nil == e, nil == i)
	out = append(out, 5 < x, 5 <= x, 5 > x, 5 >= x, 5 == x, 5 != x, 200 < u, 200 == u, 1.5 < fl, 1.5 >= fl, 1.5 == fl)
	out = append(out, "b" < st, "b" == st, "b" >= st, true == b, false != b, 2i == cx, 1+2i != cx)
	var any1 interface{} = x
	out = append(out, 5 == any1, any1 == 5, "5" == any1, any1 != nil, nil == any1, impl(3) == i, i != impl(3))
	if 5 == x && nil == p || !(nil != q) {
		out = append(out, true)
	}
	for 7 > x {
		x++
	}
	for nil != q && 9 >= x {
		x++
	}
	return append(out, 10 == x)
}

func main() {
	fmt.Println(compare(5, 200, 1.5, "b", true, 2i))
	i = impl(3)
	fmt.Println(compare(6, 201, 2.5, "a", false, 1))
	fmt.Println(take(three()), rest(three()), variadic(), variadic(s...), rest(1), rest(1, nil), rest(1, nil, s))
	fmt.Println(pass())
	fmt.Println(widen())
	fmt.Println(named())
	arr := big
	fmt.Println(len(arr), cap(arr), arr[1:3], arr[uint8(1):int64(3):uint(4)], len(arr[2:]), cap(arr[1:2:3]))
	var k8, k16, k64 = uint8(2), int16(3), uint64(4)
	fmt.Println(arr[k8], arr[k16:], arr[:k64], "hello"[k8], "hello"[k8:k16], s[:0] == nil, len(s[0:0:0]))
	s = append(s)
	s = append(s, s...)
	fmt.Println(s == nil, append([]int{1}, []int{}...), append([]byte("a"), ""...), string(append([]byte(nil), "xyz"...)))
	s = append(s, 1, 2, 3)
	s = append(s, s...)
	s = append(s[:1], s[3:]...)
	s = append(s, s[0], s[1])
	s[0], s[1], s[2] = s[2], s[0], s[1]
	fmt.Println(s, copy(s, s[2:]), s, copy(s[1:], s), s)
	w := wide{}
	ws := []wide{w}
	ws = append(ws, ws[0])
	ws[1].a[3], ws[0].a[count(2)] = 5, 6
	w, ws[0] = ws[1], w
	fmt.Println(w.a[3], ws[0].a[2], ws[1].a[3], len(ws), w == ws[1], w != ws[0], calls)
	m = map[string]int{"a": 1}
	m["b"], m["a"] = m["a"], m["b"]
	m["c"]++
	m["a"] -= 5
	v, ok := m["zz"]
	_, has := m["a"]
	fmt.Println(m, v, ok, has, len(m))
	x, y := 1, 2
	x, y = y, x+y
	x, *(&y), q.x = y, x, x*10+y
	fmt.Println(x, y, *q, *&*q)
	lits := [...]string{2: "c", 0: "a"}
	fmt.Println(len(lits), lits, [2][2]int{1: {1: 5}}, map[point]string{{1, 2}: "p"}, []*point{{3, 4}}[0].y)
	fn := func(n int) func(int) int { return func(k int) int { n += k; return n } }(10)
	fmt.Println(fn(1), fn(2), func() int { return 7 }(), struct{ a, b int }{b: 3}.b)
	label := 0
outer:
	for a := 0; ; a++ {
		switch {
		case a == 1:
			continue outer
		case a > 3:
			break outer
		default:
			label += a
			fallthrough
		case false:
			label += 100
		}
	}
	fmt.Println(label, -7/2, -7%3, 7&^5, 1<<3|1, ^0, -5>>1, uint8(250)+k8, int8(127)+int8(x))
	var np *point
	func() {
		defer func() { fmt.Println(recover()) }()
		np.x, calls = count(1), 0
	}()
	fmt.Println(calls)
}

// expect: [true true true true true true true true false true false true true false false true false true true false true true true true true true true true false true false false true true true]
// expect: [true true true true true true true false true true false false false true true false true false false false false true false false false true false false false true false true false true]
// expect: 11 6 0 0 1 2 3
// expect: 3 two
// expect: 3 two
// expect: 3 two
// expect: 5 5 [2 3] [2 3] 3 2
// expect: 3 [4 5] [1 2 3 4] 108 l true 0
// expect: true [1] [97] xyz
// expect: [1 1 3 1 1 1] 4 [1 1 3 1 1 1] 5 [1 1 3 1 1 1]
// expect: 5 0 5 2 true true 4
// expect: map[a:-5 b:1 c:1] 0 false true 3
// expect: 3 2 {23 2} {23 2}
// expect: 3 [a  c] [[0 0] [0 5]] map[{1 2}:p] 4
// expect: 11 13 7 3
// expect: 305 -3 -1 2 9 -1 -3 252 -126
// expect: runtime error: invalid memory address or nil pointer dereference
// expect: 5
