package main

type T struct{ n int }

func pair() (int, string) { return 1, "" }
func none()               {}
func one() int            { return 1 }

const c = 1

func targets(m map[string]T, p *T, s string, a [2]int, f func() T) {
	m["a"] = T{}
	m["a"].n = 1 // error: cannot assign to struct field m\["a"\].n in map
	p.n = 1
	s[0] = 'a' // error: cannot assign to s\[0\] .*neither addressable
	a[0] = 1
	f().n = 1  // error: cannot assign to f\(\).n
	c = 2      // error: cannot assign to c
	one() = 2  // error: cannot assign to one\(\)
	nil = nil  // error: cannot assign to nil
	T = 1      // error: (cannot assign to T|T .*is not an expression)
	none = nil // error: cannot assign to none
	(a[1]) = 2
	_ = nil // error: use of untyped nil in assignment
	_ = none() // error: none\(\) .*used as value
	_, _ = pair()
}

func counts(a, b int, s string, m map[string]int, i any) {
	a, b = 1    // error: assignment mismatch: 2 variables but 1 value
	a, b = 1, 2, 3 // error: assignment mismatch: 2 variables but 3 values
	a = pair()  // error: assignment mismatch: 1 variable but pair(\(\))? returns 2 values
	a, b = one() // error: assignment mismatch: 2 variables but one(\(\))? returns 1 value
	a, s = pair()
	s, a = pair() // error: cannot use pair\(\) .*as string value in assignment
	a, ok := m["x"]
	a, ok = i.(int)
	a, s = m["x"] // error: cannot use .*\(untyped bool value\) as string value in assignment
	a, b, s = m["x"] // error: assignment mismatch: 3 variables but 1 value
	_ = ok
}

func operators(n int, u uint8, s string, b bool, f float64, m map[string]int) {
	n += 1
	n += 1.0
	n += 1.5 // error: (truncated|constant)
	u += 256 // error: (overflows|cannot use 256)
	n += u   // error: mismatched types int and uint8
	s += "x"
	s -= "x" // error: operator - not defined on s
	b += true // error: operator \+ not defined on b
	n <<= u
	n <<= 1.5 // error: (truncated|shift count)
	f %= 2    // error: operator % not defined on f
	n /= 0    // error: division by zero
	m["a"]++
	n++
	s++ // error: invalid operation: s\+\+ \(non-numeric type string\)
	1++ // error: cannot assign to 1
}

func definitions() {
	a := 1
	a := 2 // error: no new variables on left side of :=
	a, b := 2, a
	a, c := "", b // error: cannot use "" .* as int value in assignment
	d, d := 1, 2  // error: d repeated on left side of :=
	_ := 1        // error: no new variables on left side of :=
	e.f := 1      // error: non-name e.f on left side of :=
	f, g := 1     // error: assignment mismatch: 2 variables but 1 value
	h := nil      // error: use of untyped nil in
	i := none()   // error: none\(\) .*used as value
	j := j        // error: undefined: j
	k, _ := pair()
	_, _, _, _, _, _, _ = c, d, f, g, h, i, k
}

func main() {}
