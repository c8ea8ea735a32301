package main

type I interface{ M() }
type T struct{}

func (t *T) M() {}

func two() (int, string) { return 1, "" }

func main() {
	var a int = "x"         // error: cannot use "x" .*as (type )?int value in
	var b string = 1        // error: cannot use 1 .*as (type )?string value in
	c := 1 + "a"            // error: (mismatched types|cannot convert)
	d := a + 1.5            // error: (truncated|constant)
	var e I = T{}           // error: (T does not implement I|cannot use T)
	if a {                  // error: non-bool|non-boolean condition
	}
	a()                     // error: cannot call non-function a
	a.x = 1                 // error: a.x undefined
	f, g, h := two()        // error: assignment mismatch: 3 variables but two(\(\))? returns 2 values
	var i uint8 = 256       // error: (cannot use 256|overflows)
	b = nil                 // error: cannot use nil as string value
	two() + 1               // error: multiple-value two\(\)
	_, _, _, _, _, _, _, _ = b, c, d, e, f, g, h, i
	return 1                // error: too many return values
}

func missing() int {
	for {
		break
	}
} // error: missing return

func ok(x int) int {
	switch {
	case x > 0:
		return 1
	default:
		panic("x")
	}
}
