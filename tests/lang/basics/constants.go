// Constants are exact, of any size, until they become values.
package main

import "fmt"

const (
	huge  = 1 << 200
	small = huge >> 198
	third = 1.0 / 3
)

const (
	a = iota * 10
	b
	_
	d
	e = "s"
	f
	g, h = iota, -iota
)

type weekday int

const (
	sunday weekday = iota
	monday
)

func main() {
	fmt.Println(small, third*3 == 1, huge/(huge-1)) // expect: 4 true 1
	fmt.Println(a, b, d, e, f, g, h)               // expect: 0 10 30 s s 6 -6
	fmt.Printf("%T %v\n", monday, monday)           // expect: main.weekday 1
	const r = 'a' + 1.0
	fmt.Printf("%T %v %c\n", r, r, r) // expect: float64 98 %!c(float64=98)
	fmt.Println(0x1p-2, 0b101, 0o17, 1_000_000, '\n', '\u00e4') // expect: 0.25 5 15 1000000 10 228
	fmt.Println(len("häß"), len([3]int{}), 7/2, 7/2.0)         // expect: 5 3 3 3.5
}
