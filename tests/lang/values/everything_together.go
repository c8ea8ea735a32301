// Embedding, big values, closures, goroutines, sorting, errors, panics at the end.
package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
)

type Big struct {
	a [200]int
	s string
}
type Node struct {
	l, r *Node
	v    int
}
type Shape interface {
	Area() float64
	Perimeter() float64
}
type Named interface{ Name() string }
type NS interface {
	Shape
	Named
}
type base struct{ n string }

func (b *base) Name() string { return b.n }
func (b base) Tag() string   { return "<" + b.n + ">" }

type Rect struct {
	*base
	w, h float64
}

func (r Rect) Area() float64       { return r.w * r.h }
func (r *Rect) Perimeter() float64 { return 2 * (r.w + r.h) }

type Logger struct {
	Named
	sb strings.Builder
}

func (l *Logger) Log(f string, a ...interface{}) { fmt.Fprintf(&l.sb, l.Name()+": "+f+"\n", a...) }

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Weekday int

const (
	Sun Weekday = iota
	Mon
	Tue
	_
	Thu
)

func (d Weekday) String() string { return [...]string{"Sun", "Mon", "Tue", "Wed", "Thu"}[d] }

type MyErr struct{ code int }

func (e *MyErr) Error() string { return fmt.Sprint("code ", e.code) }
func mayFail(n int) error {
	if n > 0 {
		return &MyErr{n}
	}
	return nil
}

var (
	gx = gy + 1
	gy = f0()
	gz = [3]Big{1: {s: "one"}}
	gm = map[string][]int{"a": {1, 2}}
)

func f0() int                   { return 41 }
func init()                     { gx++ }
func init()                     { gx *= 2 }
func bigParam(b Big, i int) Big { b.a[i] = i; b.s += "!"; return b }
func (b Big) Sum() (t int) {
	for _, x := range b.a {
		t += x
	}
	return
}
func (b *Big) Inc(i int) { b.a[i]++ }
func insert(n *Node, v int) *Node {
	if n == nil {
		return &Node{v: v}
	}
	if v < n.v {
		n.l = insert(n.l, v)
	} else {
		n.r = insert(n.r, v)
	}
	return n
}
func walk(n *Node, f func(int)) {
	if n != nil {
		walk(n.l, f)
		f(n.v)
		walk(n.r, f)
	}
}
func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}
func multi() (a, b int, c string, d Big) { d.a[3] = 3; return 1, 2, "3", d }
func named() (x int, b Big)              { defer func() { x++; b.a[0] = 9 }(); x = 5; b.s = "n"; return x * 2, b }

type visitor func(*Node) visitor

func counter() (inc func() int, get func() int) {
	c := 0
	return func() int { c++; return c }, func() int { return c }
}

func main() {
	b := Big{s: "b"}
	c := bigParam(b, 7)
	b.Inc(3)
	c.Inc(3)
	inc := b.Inc
	inc(4)
	inc(4)
	fmt.Println(b.Sum(), c.Sum(), b.s, c.s, Big.Sum(c), len(c.a))
	ch := make(chan Big, 2)
	ch <- b
	b.a[0] = 1000
	x := <-ch
	close(ch)
	y, ok := <-ch
	fmt.Println(x.a[0], x.a[4], y.a[5], y.s == "", ok, y == Big{}, (<-ch).a[1])
	mb := map[int]Big{1: b}
	z := mb[1]
	z.a[1] = 5
	fmt.Println(mb[1].a[1], mb[1].a[0], mb[2].a[9], z.a[1])
	var e interface{} = b
	q, ok := e.(Big)
	w, ok2 := e.(*Big)
	fmt.Println(q.a[0], ok, w == nil, ok2)
	f := func() int { b.a[0]++; return b.a[0] }
	fmt.Println(f(), f(), b.a[0])
	func(bb Big) { defer fmt.Println("deferred", bb.a[0], bb.Sum()); bb.a[0] = 0 }(b)
	r := &Rect{&base{"rect"}, 2, 3}
	var ns NS = r
	fmt.Println(ns.Name(), ns.Area(), ns.Perimeter(), r.Tag(), (*r).Tag(), ns.(Shape).Area())
	l := &Logger{Named: r}
	l.Log("%d %s", 5, "x")
	l.Log("%v", Mon)
	fmt.Print(l.sb.String())
	nm := l.Name
	r.base.n = "changed"
	fmt.Println(nm(), l.Name(), Thu, []Weekday{Sun, Tue}, map[Weekday]int{Mon: 1})
	ss := byLen{"ccc", "a", "bb", ""}
	sort.Sort(ss)
	sort.Slice(ss, func(i, j int) bool { return ss[i] > ss[j] })
	fmt.Println(ss, gx, gy, gz[1].s, gm)
	var me *MyErr
	err := mayFail(3)
	fmt.Println(err, mayFail(0) == nil, errors.As(err, &me), me.code)
	werr := fmt.Errorf("wrap: %w", err)
	fmt.Println(werr, errors.Unwrap(werr) == err, errors.Is(werr, err))
	var root *Node
	for _, v := range []int{5, 2, 8, 1, 9, 3} {
		root = insert(root, v)
	}
	sum := 0
	walk(root, func(v int) { sum = sum*10 + v })
	fmt.Println(sum, compose(func(x int) int { return x + 1 }, func(x int) int { return x * x })(4))
	a1, a2, a3, a4 := multi()
	fmt.Println(a1, a2, a3, a4.a[3])
	nx, nb := named()
	fmt.Println(nx, nb.a[0], nb.s)
	i1, g1 := counter()
	i1()
	i1()
	fmt.Println(g1())
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	res := make([]int, 10)
	for i := 0; i < 10; i++ {
		wg.Add(1)
		go func(n int) { defer wg.Done(); mu.Lock(); defer mu.Unlock(); total += n; res[n] = n * n }(i)
	}
	wg.Wait()
	fmt.Println(total, res)
	done := make(chan struct{})
	go r.base.setName("go", done)
	<-done
	go Weekday.print(Mon, done)
	<-done
	go func() { defer close(done); defer func() { fmt.Println("rec", recover()) }(); var np *Node; np.v++ }()
	<-done
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	for k := range m {
		if k != "b" {
			delete(m, k)
		}
	}
	m["b"] |= 5
	m["z"] -= 3
	m["b"]++
	fmt.Println(m)
	type pt struct{ x, y int }
	grid := map[pt]*[3]pt{}
	grid[pt{1, 2}] = &[3]pt{{1, 1}, {2, 2}}
	grid[pt{1, 2}][1].x++
	for i, p := range grid[pt{1, 2}] {
		fmt.Print(i, p)
	}
	var pp struct {
		k int
		v rune
	}
	for pp.k, pp.v = range "héy" {
		fmt.Print(pp.k, string(pp.v))
	}
	fmt.Println(pp)
	anon := []struct {
		s string
		f func() string
	}{{"a", r.Tag}, {s: "b"}}
	fmt.Println(anon[0].f(), anon[1].f == nil, len(anon))
	var iface interface{ Tag() string } = r
	fmt.Println(iface.Tag())
	matrix := [][]float64{{1, 2}, {3, 4}}
	for _, row := range matrix {
		for j := range row {
			row[j] *= 2
		}
	}
	fmt.Println(matrix, fmt.Sprintf("%T %T %T %v", matrix, anon, e, struct {
		a int
		b string
	}{1, "x"}))
	var np *Rect
	func() { defer func() { fmt.Println(recover()) }(); fmt.Println(np.Area()) }()
	func() { defer func() { fmt.Println(recover()) }(); var s Shape; s.Area() }()
	func() { defer func() { fmt.Println(recover()) }(); var a []int; i := 5; a[i]++ }()
	func() { defer func() { fmt.Println(recover()) }(); s := []int{1, 2, 3}; i := 5; _ = s[i:] }()
	func() { defer func() { fmt.Println(recover()) }(); s := []int{1, 2, 3}; i, j := 2, 1; _ = s[i:j] }()
	func() { defer func() { fmt.Println(recover()) }(); s := "abc"; i, j := 2, 7; _ = s[i:j] }()
	func() { defer func() { fmt.Println(recover()) }(); var x interface{} = "s"; _ = x.(fmt.Stringer) }()
	func() { defer func() { fmt.Println(recover()) }(); var x Named = r; _ = x.(interface{ Foo() }) }()
	defer os.Exit(3)
	defer func() {
		if e := recover(); e != nil {
			fmt.Println("main rec", e)
			panic(fmt.Sprint("again ", e))
		}
	}()
	defer func() { recover() }()
	panic("first")
}
func (b *base) setName(s string, d chan struct{}) { b.n = s; d <- struct{}{} }
func (d Weekday) print(c chan struct{})           { fmt.Println("wd", d); c <- struct{}{} }

// exit: 3
// expect: 3 8 b b! 8 200
// expect: 0 2 0 true false true 0
// expect: 0 1000 0 5
// expect: 1000 true true false
// expect: 1001 1002 1002
// expect: deferred 1002 1005
// expect: rect 6 10 <rect> <rect> 6
// expect: rect: 5 x
// expect: rect: Mon
// expect: changed changed Thu [Sun Tue] map[Mon:1]
// expect: [ccc bb a ] 86 41 one map[a:[1 2]]
// expect: code 3 true true 3
// expect: wrap: code 3 true true
// expect: 123589 25
// expect: 1 2 3 3
// expect: 11 9 n
// expect: 2
// expect: 45 [0 1 4 9 16 25 36 49 64 81]
// expect: wd Mon
// expect: rec runtime error: invalid memory address or nil pointer dereference
// expect: map[b:8 z:-3]
// expect: 0 {1 1}1 {3 2}2 {0 0}0h1é3y{3 121}
// expect: <go> true 2
// expect: <go>
// expect: [[2 4] [6 8]] [][]float64 []struct { s string; f func() string } main.Big {1 x}
// expect: runtime error: invalid memory address or nil pointer dereference
// expect: runtime error: invalid memory address or nil pointer dereference
// expect: runtime error: index out of range [5] with length 0
// expect: runtime error: slice bounds out of range [5:3]
// expect: runtime error: slice bounds out of range [2:1]
// expect: runtime error: slice bounds out of range [:7] with length 3
// expect: interface conversion: string is not fmt.Stringer: missing method String
// expect: interface conversion: *main.Rect is not interface { Foo() }: missing method Foo
