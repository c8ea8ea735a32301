package main

type huge [1 << 40][1 << 40]byte // error: larger than address space

var (
	a [1 << 62]int                    // error: larger than address space
	b [1 << 70]int                    // error: (invalid array length|overflows)
	c = 1 << 1000000000               // error: shift count
	d = 1 << 100000000000000000000000 // error: (shift count|overflows)
	e = 1e1000000000000               // error: excessively large constant
	f = 1e-1000000000000
	g = 0x1p999999999999                        // error: excessively large constant
	h = 1e400000000 * 1e400000000 * 1e400000000 // error: (overflow|not representable)
	i = make([]int, 1<<63)                      // error: (overflows|must be)
	j = make([]int, -1)                         // error: (negative|must not be)
	k = make([]int, 2, 1)                       // error: (length and capacity swapped|larger than)
	l = "x"[1<<100]                             // error: (overflows|out of)
)

func main() {}
