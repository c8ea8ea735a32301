package main

import "math"

type named struct{}

func (named) m() {}

// What print writes of each kind of value.
func main() {
	zero := 0.0
	println(math.NaN(), math.Inf(1), math.Inf(-1), -zero, 1/math.Inf(-1)) // stderr: ^NaN \+Inf -Inf -0.000000e\+000 -0.000000e\+000$
	println(1.5, 1e100, -2.5e-7, float32(0.1))                           // stderr: ^\+1.500000e\+000 \+1.000000e\+100 -2.500000e-007 \+1.000000e-001$
	println(1+2i, complex64(-1i))                                          // stderr: ^\(\+1.000000e\+000\+2.000000e\+000i\) \(.?0.000000e\+000-1.000000e\+000i\)$
	println(true, false, 'a', uint8(255), int64(-1<<63), uint64(1<<64-1))  // stderr: ^true false 97 255 -9223372036854775808 18446744073709551615$
	println("text", "", "ä\n")                                              // stderr: ^text  ä$
	var p *int
	var i interface{}
	var e error
	var m map[int]int
	var c chan int
	var f func()
	println(p, i, e, m, c, f == nil) // stderr: ^0x0 \(0x0,0x0\) \(0x0,0x0\) 0x0 0x0 true$
	i, e = named{}, nil
	println(p == nil, i != nil)      // stderr: ^true true$
	println()                        // stderr: ^$
	print(1, "a", 2, "\n")           // stderr: ^1a2$
	println(new(int) != nil, uintptr(18)) // stderr: ^true 18$
}
