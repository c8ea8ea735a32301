// The order in which operands are evaluated.
package main

import "fmt"

type T struct{ a, b int }

var order []string

func o(s string) string          { order = append(order, s); return s }
func oi(s string, i int) int     { order = append(order, s); return i }
func om(s string) map[string]int { order = append(order, s); return map[string]int{} }
func op(s string, t *T) *T       { order = append(order, s); return t }
func of(s string) func(...int) int {
	order = append(order, s)
	return func(x ...int) int { order = append(order, "call "+s); return len(x) }
}

// For go: the call itself must not touch order, which others use by then.
func og(s string) func(...int) {
	order = append(order, s)
	return func(...int) {}
}
func oc(s string, c chan int) chan int { order = append(order, s); return c }
func show()                            { fmt.Println(order); order = nil }
func (t *T) M(i int) *T                { order = append(order, fmt.Sprint("M", i)); return t }
func (t T) V(i int) T                  { order = append(order, fmt.Sprint("V", i)); t.a += i; return t }
func pair() (int, int)                 { o("pair"); return 1, 2 }
func retOrder() (int, int, int)        { return oi("r1", 1), oi("r2", 2), oi("r3", 3) }

func main() {
	t := &T{}
	om("m")[o("k")] = oi("v", 1)
	show()
	op("p", t).a = oi("v", 2)
	show()
	op("p1", t).a, op("p2", t).b = oi("v1", 1), oi("v2", 2)
	show()
	om("m1")[o("k1")], om("m2")[o("k2")] = pair()
	show()
	of("f")(oi("a", 1), oi("b", 2))
	show()
	t.M(oi("1", 1)).M(oi("2", 2)).M(3)
	show()
	fmt.Println(t.V(oi("x", 1)).V(oi("y", 2)).a)
	show()
	c := make(chan int, 3)
	oc("c", c) <- oi("v", 5)
	show()
	select {
	case oc("c1", nil) <- oi("s1", 1):
	case x := <-oc("c2", c):
		o("got")
		_ = x
	case <-oc("c3", nil):
	}
	show()
	defer of("df")(oi("da", 1))
	show()
	func() { defer show(); defer of("d1")(oi("x", 1)); defer of("d2")(oi("y", 1)); o("body") }()
	_ = oi("a", 1) + oi("b", 2)*oi("c", 3) - oi("d", 4)
	show()
	_ = oi("a", 1) == 2 && oi("b", 1) == 1 || oi("c", 3) == 3
	show()
	a := []int{0, 0, 0}
	a[oi("i", 0)] += oi("v", 5)
	show()
	a[oi("i", 1)]++
	show()
	a[oi("i", 0)], a[oi("j", 1)] = a[oi("k", 1)], a[oi("l", 0)]
	show()
	fmt.Println(a)
	_ = [...]string{o("1"), o("2")}
	_ = map[string]string{o("k"): o("v"), o("k2"): o("v2")}
	_ = T{b: oi("b", 1), a: oi("a", 2)}
	show()
	switch oi("tag", 2) {
	case oi("c1", 1), oi("c2", 2):
	case oi("c3", 3):
	}
	show()
	for i := oi("init", 0); i < oi("lim", 2); i += oi("post", 1) {
		o("body")
	}
	show()
	for range []int{oi("r", 1), 2} {
		o("b")
	}
	show()
	retOrder()
	show()
	go og("g")(oi("ga", 1))
	show()
	x, y := oi("x", 1), oi("y", 2)
	show()
	x, y = y, x
	_, _ = x, y
	_ = append([]int{oi("e", 1)}, oi("f", 2), oi("g", 3))
	show()
	_ = a[oi("lo", 0):oi("hi", 2):oi("mx", 3)]
	show()
	_ = o("a") + o("b") + o("c")
	show()
	var ifc interface{} = t
	ifc.(*T).M(oi("z", 1))
	show()
	i := 0
	i, a[i] = 2, 7
	a[0], i = i, a[0]
	fmt.Println(i, a)
	p := &a[1]
	*p, p = 44, &a[2]
	*p = 55
	fmt.Println(a)
	s := []int{1, 2, 3}
	for i, v := range s {
		s = append(s, v*10)
		if i == 0 {
			s[1] = 99
		}
	}
	fmt.Println(s)
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 100
		if i == 2 {
			fmt.Println(v)
		}
	}
	for i, v := range &arr {
		arr[2] = 200
		if i == 2 {
			fmt.Println(v)
		}
	}
	n := 3
	for i := 0; i < n; i++ {
		n--
	}
	fmt.Println(n)
	str := "abc"
	for i, r := range str {
		str = "xyz"
		fmt.Print(i, string(r))
	}
	fmt.Println(str)
	var fns [3]func() int
	for i := range fns {
		i := i
		fns[i] = func() int { i += 10; return i }
	}
	fmt.Println(fns[0](), fns[0](), fns[2]())
	{
		x := 1
		f := func() { x++ }
		f()
		x *= 5
		f()
		fmt.Println(x)
		x, z := 100, x
		fmt.Println(x, z)
	}
	if v, err := pair(); v > 5 {
		fmt.Println("no")
	} else if w := v + err; w == 3 {
		fmt.Println("yes", v, err, w)
	}
	var nilf func(int)
	func() { defer func() { fmt.Println(recover() != nil); show() }(); nilf(oi("arg", 1)) }()
	func() { defer func() { fmt.Println(recover() != nil) }(); defer nilf(1); fmt.Println("before") }()
	func() { defer func() { fmt.Println(recover()) }(); var m map[string]int; m[o("key")] = oi("val", 1) }()
	show()
}

// expect: [m k v]
// expect: [p v]
// expect: [p1 p2 v1 v2]
// expect: [m1 k1 m2 k2 pair]
// expect: [f a b call f]
// expect: [1 M1 2 M2 M3]
// expect: 4
// expect: [x V1 y V2]
// expect: [c v]
// expect: [c1 s1 c2 c3 got]
// expect: [df da]
// expect: [d1 x d2 y body call d2 call d1]
// expect: [a b c d]
// expect: [a c]
// expect: [i v]
// expect: [i]
// expect: [i j k l]
// expect: [1 5 0]
// expect: [1 2 k v k2 v2 b a]
// expect: [tag c1 c2]
// expect: [init lim body post lim body post lim]
// expect: [r b b]
// expect: [r1 r2 r3]
// expect: [g ga]
// expect: [x y]
// expect: [e f g]
// expect: [lo hi mx]
// expect: [a b c]
// expect: [z M1]
// expect: 7 [2 5 0]
// expect: [2 44 55]
// expect: [1 99 3 10 20 30]
// expect: 3
// expect: 200
// expect: 1
// expect: 0a1b2cxyz
// expect: 10 20 12
// expect: 11
// expect: 100 11
// expect: yes 1 2 3
// expect: true
// expect: [pair arg]
// expect: before
// expect: true
// expect: assignment to entry in nil map
// expect: [key val]
