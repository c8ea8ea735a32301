package main

import "fmt"

// Constants of every kind and size: exact where they are exact, rounded where they are not, as text.

const (
	big    = 1 << 250
	bigger = big*big - 1
	neg    = -big
	third  = 1.0 / 3
	tiny   = 1e-300 * 1e-300
	huge   = 1e300 * 1e300 * 1e300
	hexf   = 0x1.8p-3 + 0X.8P+2
	mixed  = 'a' + 1.0 + 2i - 2i
	cplx   = (3 + 4i) * (3 - 4i) / 5
	rat    = 7.0 / 2 * 4
	under  = 1_000_000 + 0x_ff + 0b_11 + 0o_17 + 017
	str    = "a" + `b\` + "\x41\u00e9\U0001F600\101\n"
	cmp1   = "a" < "b" && "b" >= "a" && !("a" > "b") && "a" != "b" && "a" <= "a"
	cmp2   = big > neg && neg < 0 && big == big && big != neg && big >= 1.5 && 0.5 <= third*2
	cmp3   = cplx == 5 && cplx != 5i && (1+2i) == (1+2i)
	cmp4   = true == !false && (true || false) && true != false
	shift  = big >> 240 << 2
	mod    = (1<<70 + 5) % 7
	quo    = -(1 << 70) / 3
	and    = (1<<70 | 1<<65 | 3) & (1<<70 - 1) &^ 2 ^ 1<<66
	inv    = ^(1 << 70)
	inv8   = ^uint8(5)
	flt32  float32 = 0.1
	c64    complex64 = 0.1 + 0.2i
	round  = float32(16777217)
	under0 = float32(1e-50)
	int8s  = int8(-128)
	run    = rune('\'') + '"' + '\\' + '\a' + '\b' + '\f' + '\r' + '\t' + '\v' + '\000'
	length = len(str) + len([3]int{}) + cap([...]int{5: 1})
	re, im = real(cplx + 1i), imag(2i * 3)
	iota0  = iota
	iota1
	_
	iota3 = iota * 10
)

const (
	kb, mb = 1 << (10 * (iota + 1)), 1 << (20 * (iota + 1))
	_, _
	gb, tb
)

type weekday int

const (
	sunday weekday = iota
	monday
)

func (d weekday) String() string { return [...]string{"Sun", "Mon"}[d] }

func main() {
	fmt.Println(big>>200, bigger>>490, neg>>200, float64(third), tiny == 0, tiny*1e300, huge/1e600)
	fmt.Println(hexf, mixed, cplx, rat, under, str, len(str))
	fmt.Println(cmp1, cmp2, cmp3, cmp4, shift, mod, quo>>60, and>>60, inv>>60, inv8)
	fmt.Println(flt32, c64, round, under0, int8s, run, length, re, im, iota0, iota1, iota3)
	fmt.Println(kb, mb, gb, uint64(tb), sunday, monday, monday == 1)
	fmt.Println(uint64(1<<64-1), int64(-1<<63), float64(1<<63), float32(1<<100), uint8(3.0), int('a'), string(rune(0x4e16)))
	fmt.Println(float64(1<<53+1), float32(0.1) == 0.1, float64(float32(0.1)) == 0.1, 0.1+0.2 == 0.3, 1/3.0*3 == 1)
	var f float64 = 1 << 3
	var i = 1.0 << 3
	var u uint8 = 'a'
	var s = 1
	fmt.Printf("%T %T %T %T %T %v\n", i, 'a'+1, 1+2.0, 2i+1, 'a'*1.0, f+float64(u)+float64(int(1)<<s))
	fmt.Println(5.0 == 5, 1e3, 1e21, 1e-7, 123456789.0, 100000000000000000000.0, -0.0, 1/2, 1/2., 7%3, -7%3, -7/2)
	fmt.Printf("%v %v %v\n", 0x1p-1074, 0x1.fffffffffffffp1023, 4.9e-324/2 == 0)
}

// expect: 1125899906842624 1023 -1125899906842624 0.3333333333333333 false 1e-300 1e+300
// expect: 2.1875 (98+0i) (5+0i) 14 1000288 ab\Aé😀A
// expect:  12
// expect: true true true true 4096 0 -342 96 -1025 250
// expect: 0.1 (0.1+0.2i) 1.6777216e+07 0 -128 225 21 5 6 30 31 330
// expect: 1024 1048576 1073741824 1152921504606846976 Sun Mon true
// expect: 18446744073709551615 -9223372036854775808 9.223372036854776e+18 1.2676506e+30 3 97 世
// expect: 9.007199254740992e+15 true false true true
// expect: int int32 float64 complex128 float64 107
// expect: true 1000 1e+21 1e-07 1.23456789e+08 1e+20 0 0 0.5 1 -1 -3
// expect: 5e-324 1.7976931348623157e+308 false
