package main

const (
	big   = 1 << 500
	huge  = 1e1000
	third = 1.0 / 3
	name  = "x"
)

const (
	a        = big * big // error: constant multiplication overflow
	b        = 1 << 512  // error: constant shift overflow
	c        = big / 0   // error: division by zero
	d        = 1.5 % 2   // error: operator % not defined
	e int8   = 128       // error: (overflows|cannot use 128)
	f uint   = -1        // error: (overflows|cannot use -1)
	g int    = 1.5       // error: (truncated|cannot use 1.5)
	h string = 'a'       // error: cannot use 'a'
	i        = len(name)
	j [2]int = 1        // error: invalid constant type
	k        = f2()     // error: is not constant
	l        = name + 1 // error: (mismatched types|cannot convert)
	m        = huge / huge
	n int    = 3 * third
	o        = !name    // error: operator ! not defined
	p        = -"x"     // error: operator - not defined
	q        = 1 << -1  // error: (negative shift count|invalid shift count)
	r        = 1.0 << 3 // fine: 1.0 is an integer
	s        = 1.5 << 3 // error: (truncated|must be integer)
	t uint8  = ^0       // error: (overflows|cannot use)
	u        = ^uint8(0)
	v        = 'a' + 1
	w        = true && 1 < 2
	x        = "a" < "b"
)

const (
	first = iota
	second
	_
	fourth uint8 = 253 + iota // error: (overflows|cannot use)
	fifth                     // error: (overflows|cannot use)
)

var (
	_ int     = big  // error: (overflows|cannot use big)
	_ float64 = huge // error: (overflows|cannot use huge)
	_ int     = m
	_ int     = n
	_ float32 = 1e39 // error: (overflows|cannot use 1e39)
	_         = big >> 490
	_         = big        // error: (overflows|cannot use big)
	_ byte    = 'a' + 200  // error: (overflows|cannot use)
	_         = uint8(256) // error: overflows
	_         = int(2.5)   // error: truncated
	_         = int(2.0)
	_         = string(65)
	_ rune    = v
	_ [i]int
	_ [u]int
	_ [third]int             // error: (must be integer|truncated|array length)
	_ [-1]int                // error: invalid array length
	_ [i2]int                // error: (not constant|invalid array length|must be constant)
	_ = [2]int{1, 2, 3}      // error: out of (range|bounds)
	_ = [...]int{5: 1, 5: 2} // error: duplicate index 5
	_ = "abc"[3]             // error: out of (range|bounds)
	_ = [2]int{}[2]          // error: out of (range|bounds)
	_ = 0x1p1000 * 0
	_ = 5 / 0.0 // error: division by zero
	_ = iota    // error: cannot use iota outside constant declaration
)

func f2() int { return 1 }

var i2 = 2

func main() {}
