// Values of structs and arrays in registers and in memory, method sets, named results.
package main

import "fmt"

type Small struct {
	a   int8
	b   uint16
	f   float32
	c   bool
	d   uint8
	s   string
	arr [3]int16
	in  struct{ p, q int32 }
}
type Big struct {
	arr [300]int
	n   int
}
type E1 struct{ x int }

func (e E1) Get() int   { return e.x }
func (e *E1) Set(v int) { e.x = v }

type E2 struct {
	*E1
	name string
}
type E3 struct {
	E2
	z int
}
type Getter interface{ Get() int }
type Setter interface {
	Getter
	Set(int)
}
type W struct{ Getter }
type MyInt int8

func (m MyInt) Get() int { return int(m) }

type Arr [4]byte

func (a Arr) Get() int { return int(a[0]) + int(a[3]) }

type Empty struct{}

func (Empty) Get() int { return 77 }

type F func(int) int

func (f F) Get() int { return f(3) }

func two() (int, string) { return 7, "seven" }
func variadic(pre string, xs ...int) int {
	t := 0
	for i, x := range xs {
		t += x * (i + 1)
	}
	return t + len(pre)
}
func named(a int) (r int, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("rec %v", e)
			r *= 2
		}
	}()
	r = a
	if a > 5 {
		panic("big")
	}
	return a + 1, nil
}
func unnamedRec() (int, string) {
	defer func() { recover() }()
	panic(1)
}
func structRet(s Small) Small { s.a++; s.arr[1] = 9; return s }

func main() {
	s := Small{a: -3, b: 65535, f: 1.5, c: true, d: 200, s: "str", arr: [3]int16{1, -2, 3}}
	s.in.p = -7
	s.in.q = 1 << 30
	s.a -= 126
	s.b++
	s.d += 100
	s.f *= 1.1
	s.arr[2] *= 20000
	t := structRet(s)
	fmt.Println(s, t, s == t, s.in == t.in)
	t.arr = s.arr
	t.a--
	fmt.Println(s == t, t.arr == [3]int16{1, -2, s.arr[2]})
	var b Big
	b.arr[5] = 5
	c := b
	c.arr[5]++
	b.n = 3
	fmt.Println(b.arr[5], c.arr[5], b == c, b.n, c.n)
	pb := &b
	d := *pb
	pb.arr[299] = 1
	fmt.Println(d == b, len(pb.arr), d.arr[299], pb.arr[299])
	m := map[string]Big{"k": b}
	fmt.Println(m["k"].arr[5], m["none"].arr[5], m["k"].n)
	var ib interface{} = b
	fmt.Println(ib == interface{}(b), ib == interface{}(d), ib.(Big).arr[299])
	bigs := []Big{b, d}
	for i, x := range bigs {
		x.n = i
		fmt.Print(x.n, bigs[i].n, " ")
	}
	fmt.Println()
	e3 := E3{E2{&E1{4}, "n"}, 9}
	e3.Set(10)
	fmt.Println(e3.Get(), e3.x, e3.E2.E1.Get(), E3.Get(e3), (*E3).Get(&e3))
	g := e3.Get
	st := e3.Set
	st(11)
	fmt.Println(g(), e3.Get())
	var gs []Getter = []Getter{e3, &e3, E1{1}, &E1{2}, W{MyInt(3)}, MyInt(-4), Arr{1, 2, 3, 4}, Empty{}, F(func(x int) int { return x * x })}
	for _, x := range gs {
		f := x.Get
		fmt.Print(x.Get(), f(), Getter.Get(x), " ")
	}
	fmt.Println()
	var se Setter = e3
	se.Set(100)
	fmt.Println(e3.x, se.(Getter).Get())
	fmt.Println(variadic("ab"), variadic("a", 1, 2, 3), variadic("", []int{4, 5}...))
	fmt.Println(two())
	fmt.Println(named(3))
	fmt.Println(named(8))
	fmt.Println(unnamedRec())
	var arr2 [3][4]int
	for i := range arr2 {
		for j := range arr2[i] {
			arr2[i][j] = i * j
		}
	}
	arr3 := arr2
	arr3[2][3] = -1
	fmt.Println(arr2, arr3, arr2 == arr3)
	pa := &arr2
	for i, row := range pa {
		pa[2][0] = 50
		fmt.Print(i, row)
	}
	for i, row := range arr2 {
		arr2[2][0] = 60
		fmt.Print(i, row)
	}
	fmt.Println()
	x := [5]int{1, 2, 3, 4, 5}
	sl := x[1:3:4]
	sl = append(sl, 99)
	sl = append(sl, 100)
	sl[0] = -2
	fmt.Println(x, sl, len(sl), cap(x[1:3:4]))
	copy(x[1:], x[:])
	fmt.Println(x, string([]byte("héllo")[1:3]), []rune("héllo"), string([]rune{65, 0x4e16}), string(rune(0x4e16)))
	for i, r := range "aé世\xff!" {
		fmt.Print(i, ":", r, " ")
	}
	fmt.Println()
}

// expect: {127 0 1.6500001 true 44 str [1 -2 -5536] {-7 1073741824}} {-128 0 1.6500001 true 44 str [1 9 -5536] {-7 1073741824}} false true
// expect: true true
// expect: 5 6 false 3 0
// expect: false 300 0 1
// expect: 5 0 3
// expect: true false 1
// expect: 0 3 1 3 
// expect: 10 10 10 10 10
// expect: 10 11
// expect: 11 11 11 11 11 11 1 1 1 2 2 2 3 3 3 -4 -4 -4 5 5 5 77 77 77 9 9 9 
// expect: 100 100
// expect: 2 15 14
// expect: 7 seven
// expect: 4 <nil>
// expect: 16 rec big
// expect: 0 
// expect: [[0 0 0 0] [0 1 2 3] [0 2 4 6]] [[0 0 0 0] [0 1 2 3] [0 2 4 -1]] false
// expect: 0 [0 0 0 0]1 [0 1 2 3]2 [50 2 4 6]0 [0 0 0 0]1 [0 1 2 3]2 [50 2 4 6]
// expect: [1 2 3 99 5] [-2 3 99 100] 4 3
// expect: [1 1 2 3 99] é [104 233 108 108 111] A世 世
// expect: 0:97 1:233 3:19990 6:65533 7:33 
