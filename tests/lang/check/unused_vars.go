package main

func f() (int, int) { return 1, 2 }

var global int

func unused(parameter int) (result int) {
	a := 1 // error: declared and not used: a
	var b, c int // error: declared and not used: b
	_ = c
	var d = 1 // error: declared and not used: d
	d = 2
	var e int
	e++
	var g int
	g += 1
	var h struct{ x int }
	h.x = 1
	i, j := f() // error: declared and not used: j
	_ = i
	func() {
		k := 1 // error: declared and not used: k
	}()
	var l int // error: declared and not used: l
	func() {
		l = 1
	}()
	const m = 1
	type n int
	if o := 1; true { // error: declared and not used: o
	}
	for p := 0; ; { // error: declared and not used: p
		break
	}
	switch q := 1; { // error: declared and not used: q
	}
	{
		r := 1
		{
			r := 2 // error: declared and not used: r
		}
		_ = r
	}
	var s []int
	s[0] = 1
	var t *int
	*t = 1
	var u int
	_ = func() int { return u }
	var v int // error: declared and not used: v
	(v) = 1
	return
}

func main() {}
