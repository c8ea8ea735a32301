package main

import "fmt"

// Constants beyond 64 bits, of all kinds, under all operators.

const (
	big    = 1 << 100
	bigger = big * big
	neg    = -big
	third  = 1.0 / 3
	huge   = 1e1000
	tiny   = 1e-1000
	root   = 0x1.6a09e667f3bcdp+0
	c      = 3 + 4i
	text   = "a\x00\xff\"\n"
)

func main() {
	// The operators on large integers.
	fmt.Println((big+3)%7, (big+5)/(big/2), (neg-1)/(1<<97), (neg-1)%10) // expect: 5 2 -8 -7
	fmt.Println((big|5)&15, (big^(big|9))&15, (big|12)&^(big|4), (neg^-1)>>97) // expect: 5 9 8 7
	fmt.Println(bigger>>190, ^big>>98, -(neg)>>99, +big>>100)              // expect: 1024 -5 2 1
	fmt.Println(big > neg, neg < big, big == big+0, big != neg, bigger >= big, neg <= neg) // expect: true true true true true true
	fmt.Println(uint64(1<<64-1), int64(-1<<63), uint64(big>>37))             // expect: 18446744073709551615 -9223372036854775808 9223372036854775808
	fmt.Println(6^3, 6&^3, 6|3, -6/4, -6%4, -6>>1, ^6)                       // expect: 5 4 7 -1 -2 -3 -7
	// Floats, and numbers that change their kind.
	fmt.Println(third*3 == 1, huge*tiny, huge > big, -huge < neg, tiny > 0) // expect: true 1 true true true
	fmt.Println(int64(big/(1<<99)*1.5), uint8(255.0), float32(big), int(7.0/2*2))  // expect: 3 255 1.2676506e+30 7
	fmt.Println(root*root-2 < 1e-15, 5.0/2, 5/2, 5/2.0, 'a'/2, 'a'/2.0)      // expect: true 2.5 2 2.5 48 48.5
	fmt.Println(1.5+2.25, 1.5-2.25, 1.5*2.25, 9.0/2.25)                      // expect: 3.75 -0.75 3.375 4
	// Complex numbers.
	fmt.Println(c*c, c/(1-2i), c-c, c+1, -c, real(c*c), imag(c))             // expect: (-7+24i) (-1+2i) (0+0i) (4+4i) (-3-4i) -7 4
	fmt.Println(c == 3+4i, c != 4+3i, c*(3-4i) == 25, real(c) == 3)          // expect: true true true true
	fmt.Println(int(c*(3-4i)), complex64(c), complex(1, 2.5) == 1+2.5i)      // expect: 25 (3+4i) true
	const whole = 5 + 0i
	fmt.Println(whole == 5, 1<<whole, float64(whole))                      // expect: true 32 5
	// Strings, runes, booleans.
	fmt.Printf("%q %d %q\n", text, len(text), text+"b")                      // expect: "a\x00\xff\"\n" 5 "a\x00\xff\"\nb"
	fmt.Println("a" < "b", "b" <= "a", "a" == "a", "a" != "a", "b" > "a", "" >= "a") // expect: true false true false true false
	fmt.Println(true && false, true || false, !true, true == !false, true != false) // expect: false true false true true
	fmt.Println(string(rune(0x1F600)), string('x'), "é"[0], len("日本"))      // expect: 😀 x 195 6
	fmt.Println(len([big >> 99]int{}), len([len("abc") * 2]int{}))           // expect: 2 6
	fmt.Printf("%T %T %T %T %T\n", 'a'+1, 1+1.5, 1+2i, 'a'+1.5, 1<<3.0)      // expect: int32 float64 complex128 float64 int
	var shift uint = 3
	var f32 float32 = 1 << 3
	fmt.Println(1<<shift, uint8(1)<<shift<<shift, int8(-128)>>shift, f32, -7>>shift) // expect: 8 64 -16 8 -1
	fmt.Println(0b1011, 0o17, 017, 0x_ff, 1_000_000, 0x1p-2, 0x.8p1, 1e3, .5, 0i, 0x1p1i) // expect: 11 15 15 255 1000000 0.25 1 1000 0.5 (0+0i) (0+2i)
	fmt.Println('\'', '\\', '\a', '\b', '\f', '\n', '\r', '\t', '\v', '\377', '\x41', '\u00e4', '\U0001F600') // expect: 39 92 7 8 12 10 13 9 11 255 65 228 128512
}
