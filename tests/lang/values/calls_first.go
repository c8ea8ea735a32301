// What is called in an expression is called before the variables in it are read. The language
// leaves that open; these are the answers of gc.
package main

import "fmt"

type T struct{ a, b int }

var gx int
var arr [3]int
var idx int
var gs = "a"
var gp *T

func f() int              { gx += 10; idx = 2; gs += "z"; gp = &T{7, 8}; return 1 }
func g(a, b int) int      { return a*1000 + b }
func gv(a ...int) string  { return fmt.Sprint(a) }
func ret() (int, int)     { return gx, f() }
func fs() string          { f(); return "q" }
func (t T) m(x int) int   { return t.a*100 + x }
func (t *T) pm(x int) int { return t.a*100 + x }
func reset()              { gx = 1; idx = 0; gs = "a"; gp = &T{1, 2}; arr = [3]int{} }

func main() {
	reset()
	fmt.Println("add", gx+f())
	reset()
	fmt.Println("add3", gx+f()+gx)
	reset()
	fmt.Println("paren", (gx+f())*gx+f())
	reset()
	fmt.Println(gx, f())
	reset()
	fmt.Println("call", g(gx, f()))
	reset()
	fmt.Println("Println", gx, f())
	reset()
	fmt.Println("variadic", gv(gx, f(), gx))
	reset()
	a, b := ret()
	fmt.Println("ret", a, b)
	reset()
	arr[idx] = f()
	fmt.Println("idx", arr[0], arr[2])
	reset()
	arr[idx] += f()
	fmt.Println("idx+=", arr[0], arr[2])
	reset()
	gx += f()
	fmt.Println("+=", gx)
	reset()
	gx = gx + f()
	fmt.Println("=+", gx)
	reset()
	t := T{gx, f()}
	fmt.Println("lit", t.a, t.b)
	reset()
	s := []int{gx, f()}
	fmt.Println("slit", s[0], s[1])
	reset()
	m := map[int]int{gx: f()}
	fmt.Println("mlit", len(m), m[1], m[11])
	reset()
	c, d := gx, f()
	fmt.Println("tuple", c, d)
	reset()
	fmt.Println("cmp", gx == f()+10)
	reset()
	fmt.Println("str", gs+fs(), gs+fs()+gs)
	reset()
	gs += fs()
	fmt.Println("s+=", gs)
	reset()
	p := gp
	p.a += f()
	fmt.Println("p.a", p.a, gp.a)
	reset()
	gp.a = f()
	fmt.Println("gp.a=", gp.a)
	reset()
	gp.a += f()
	fmt.Println("gp.a+=", gp.a)
	reset()
	fmt.Println("meth", gp.m(f()), gp.pm(f()))
	reset()
	fmt.Println("idxr", []int{1, 2, 3}[idx]+f(), arr[idx]+f())
	reset()
	mm := map[int]int{}
	mm[idx] = f()
	fmt.Println("map=", mm[0], mm[2])
	reset()
	mm[idx] += f()
	fmt.Println("map+=", mm[0], mm[2])
	reset()
	ch := make(chan int, 3)
	ch <- gx + f()
	fmt.Println("send", <-ch)
	reset()
	x := 1
	h := func() int { x = 10; return 1 }
	fmt.Println("local", x+h())
	x = 1
	fmt.Println("local call", g(x, h()))
	x = 1
	x += h()
	fmt.Println("local +=", x)
	x = 1
	y := x*2 + h()
	fmt.Println("local mul", y)
	x = 1
	var e interface{} = x + h()
	fmt.Println("conv", e)
	x = 1
	z := -x + h()
	fmt.Println("neg", z)
	x = 1
	w := []int{x, h(), x}
	fmt.Println("lit", w[0], w[1], w[2])
	x = 1
	if x == h() {
		fmt.Println("eq")
	} else {
		fmt.Println("ne")
	}
	switch {
	case x+h() > 5:
		fmt.Println("big")
	}
	reset()
	fmt.Println("and", gx == 1 && f() == 1 && gx == 11)
	reset()
	arr[idx], gx = f(), gx
	fmt.Println(arr[0], arr[2], gx)
	reset()
	q := &arr[idx]
	*q = f()
	fmt.Println("ptr", arr[0])
	reset()
	sl := arr[:]
	sl[idx] = f()
	fmt.Println("sl", arr[0], arr[2])
	reset()
	sl[f()] = gx
	fmt.Println("slf", arr[0], arr[1])
}

// expect: add 12
// expect: add3 23
// expect: paren 463
// expect: 11 1
// expect: call 11001
// expect: Println 11 1
// expect: variadic [11 1 11]
// expect: ret 11 1
// expect: idx 0 1
// expect: idx+= 0 1
// expect: += 12
// expect: =+ 12
// expect: lit 11 1
// expect: slit 11 1
// expect: mlit 1 0 1
// expect: tuple 11 1
// expect: cmp true
// expect: str azzq azzqazz
// expect: s+= azq
// expect: p.a 2 7
// expect: gp.a= 1
// expect: gp.a+= 8
// expect: meth 701 701
// expect: idxr 4 1
// expect: map= 0 1
// expect: map+= 0 2
// expect: send 12
// expect: local 11
// expect: local call 10001
// expect: local += 11
// expect: local mul 21
// expect: conv 11
// expect: neg -9
// expect: lit 10 1 10
// expect: ne
// expect: big
// expect: and true
// expect: 0 1 11
// expect: ptr 1
// expect: sl 0 1
// expect: slf 0 11
