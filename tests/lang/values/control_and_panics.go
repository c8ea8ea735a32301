// Switches, jumps, maps, parallel assignment, run-time panics, select.
// args: --go 1.21
package main

import "fmt"

type K struct {
	a int
	b string
}
type P struct{ x, y int }

var trace []string

func tr(s string, v int) int { trace = append(trace, s); return v }

func sw(x interface{}) string {
	switch v := x.(type) {
	case nil:
		return "nil"
	case int, int8:
		return fmt.Sprintf("int-ish %v", v)
	case string:
		return "string " + v
	case []int:
		return fmt.Sprint("slice ", len(v))
	case error:
		return "error " + v.Error()
	case fmt.Stringer:
		return "stringer " + v.String()
	case func() int:
		return fmt.Sprint("func ", v())
	case P:
		v.x++
		return fmt.Sprint("P ", v.x)
	case *P:
		v.x++
		return fmt.Sprint("*P ", v.x)
	case struct{}:
		return "empty"
	default:
		return fmt.Sprintf("other %T", v)
	}
}

func fall(n int) (s string) {
	switch {
	case n > 10:
		s += "big "
		fallthrough
	case n > 5:
		s += "mid "
		if n == 7 {
			break
		}
		s += "x"
		fallthrough
	default:
		s += "def "
	case n < 0:
		s += "neg "
	}
	return
}

func strsw(s string) int {
	switch s {
	case "a", "b":
		return 1
	case "c":
		return 2
	case "":
		return 3
	}
	return 0
}

func gotos(n int) int {
	i, sum := 0, 0
loop:
	if i >= n {
		goto done
	}
	sum += i
	i++
	goto loop
done:
	return sum
}

func labels() (r []int) {
outer:
	for i := 0; i < 5; i++ {
		for j := 0; j < 5; j++ {
			if j == 3 {
				continue outer
			}
			if i == 3 {
				break outer
			}
			switch {
			case j == 1:
				continue
			case i == 2:
				break outer
			}
			r = append(r, i*10+j)
		}
	}
	return
}

func defers() (s string) {
	for i := 0; i < 3; i++ {
		defer func(n int) { s += fmt.Sprint(n, i) }(i)
	}
	defer func() { s += "last " }()
	return "ret "
}

func panics(f func()) (msg string) {
	defer func() {
		if e := recover(); e != nil {
			msg = fmt.Sprint(e)
		}
	}()
	f()
	return "none"
}

func main() {
	for _, x := range []interface{}{nil, 1, int8(2), "s", []int{1}, fmt.Errorf("e"), func() int { return 5 }, P{1, 2}, &P{3, 4}, struct{}{}, 2.5} {
		fmt.Println(sw(x))
	}
	fmt.Println(fall(11), fall(7), fall(6), fall(1), fall(-1))
	fmt.Println(strsw("a"), strsw("b"), strsw("c"), strsw(""), strsw("zz"))
	fmt.Println(gotos(10), labels(), defers())
	m := map[K][]int{}
	m[K{1, "x"}] = append(m[K{1, "x"}], 1, 2)
	m[K{1, "x"}][0]++
	fmt.Println(m, len(m), m[K{2, ""}] == nil)
	mi := map[interface{}]int{1: 1, "a": 2, K{1, "z"}: 3, [2]int{1, 2}: 4, 2.5: 5}
	mi["a"]++
	mi[K{1, "z"}] += 10
	v, ok := mi[[2]int{1, 2}]
	_, ok2 := mi[true]
	fmt.Println(v, ok, ok2, mi["a"], mi[K{1, "z"}], len(mi))
	delete(mi, 2.5)
	fmt.Println(len(mi), panics(func() { mi[[]int{1}] = 2 }), panics(func() { _ = mi[func() {}] }))
	mp := map[string]*P{"a": {1, 2}}
	mp["a"].x += 5
	ms := map[string]P{"q": {3, 4}}
	fmt.Println(*mp["a"], ms["q"].y, ms["zz"].x)
	var nm map[string]int
	fmt.Println(nm["x"], len(nm), panics(func() { nm["a"] = 1 }))
	a := []int{1, 2, 3}
	i := 0
	i, a[i] = 1, 9
	fmt.Println(i, a)
	a[0], a[1], a[2] = a[2], a[0], a[1]
	fmt.Println(a)
	p := &P{1, 2}
	p.x, p.y, p = p.y, p.x, &P{7, 8}
	fmt.Println(*p)
	st := P{1, 2}
	st.x, st.y = st.y, st.x
	fmt.Println(st)
	arr := [3]int{1, 2, 3}
	arr, arr[0] = [3]int{4, 5, 6}, 10
	fmt.Println(arr)
	_ = []int{tr("a", 1), tr("b", 2)}
	_ = map[int]int{tr("k", 1): tr("v", 2)}
	_ = P{y: tr("y", 1), x: tr("x", 2)}
	a[tr("i", 0)] = tr("r", 5)
	fmt.Println(trace)
	fmt.Println(panics(func() { var q *P; q.x = 1 }), panics(func() { _ = a[tr("z", 5)] }), panics(func() { _ = a[2:tr("z", 1)] }))
	fmt.Println(panics(func() { var e interface{} = 1; _ = e.(string) }), panics(func() { var e interface{}; _ = e.(int) }), panics(func() { var e interface{} = P{}; _ = e.(fmt.Stringer) }))
	z := 0
	fmt.Println(panics(func() { _ = 1 / z }), panics(func() { panic(fmt.Errorf("custom")) }), panics(func() { var f func(); f() }))
	fmt.Println(panics(func() { _ = make([]int, z-1) }), panics(func() { close((chan int)(nil)) }), panics(func() { c := make(chan int); close(c); close(c) }))
	var e1, e2 interface{} = []int{1}, []int{1}
	fmt.Println(panics(func() { _ = e1 == e2 }), panics(func() { _ = arr[z+3] }), panics(func() { _ = "abc"[z+3] }), panics(func() { _ = 1 << (z - 1) }))
	fs := []func() int{}
	for i := 0; i < 3; i++ {
		j := i * 10
		fs = append(fs, func() int { j++; return j })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
	c := make(chan P, 3)
	c <- P{1, 2}
	c <- P{3, 4}
	close(c)
	for v := range c {
		fmt.Print(v)
	}
	vv, ok := <-c
	fmt.Println(vv, ok)
	x := []int{0, 0}
	ch := make(chan int, 1)
	ch <- 42
	idx := 1
	select {
	case x[idx] = <-ch:
	case <-make(chan int):
	}
	var okk bool
	mm := map[string]int{}
	ch <- 5
	select {
	case mm["v"], okk = <-ch:
	default:
	}
	fmt.Println(x, mm, okk)
	select {
	case y := <-ch:
		fmt.Println(y)
	default:
		fmt.Println("default")
	}
	fmt.Println(len(ch), cap(ch), len("héé"), cap(a[:1]))
}

// expect: nil
// expect: int-ish 1
// expect: int-ish 2
// expect: string s
// expect: slice 1
// expect: error e
// expect: func 5
// expect: P 2
// expect: *P 4
// expect: empty
// expect: other float64
// expect: big mid xdef  mid  mid xdef  def  neg 
// expect: 1 1 2 3 0
// expect: 45 [0 2 10 12] ret last 2 31 30 3
// expect: map[{1 x}:[2 2]] 1 true
// expect: 4 true false 3 13 5
// expect: 4 runtime error: hash of unhashable type []int runtime error: hash of unhashable type func()
// expect: {6 2} 4 0
// expect: 0 0 assignment to entry in nil map
// expect: 1 [9 2 3]
// expect: [3 9 2]
// expect: {7 8}
// expect: {2 1}
// expect: [10 5 6]
// expect: [a b k v y x i r]
// expect: runtime error: invalid memory address or nil pointer dereference runtime error: index out of range [5] with length 3 runtime error: slice bounds out of range [2:1]
// expect: interface conversion: interface {} is int, not string interface conversion: interface {} is nil, not int interface conversion: main.P is not fmt.Stringer: missing method String
// expect: runtime error: integer divide by zero custom runtime error: invalid memory address or nil pointer dereference
// expect: runtime error: makeslice: len out of range close of nil channel close of closed channel
// expect: runtime error: comparing uncomparable type []int runtime error: index out of range [3] with length 3 runtime error: index out of range [3] with length 3 runtime error: negative shift amount
// expect: 1 2 11 12 21 22 
// expect: {1 2}{3 4}{0 0} false
// expect: [0 42] map[v:5] true
// expect: default
// expect: 0 1 5 3
