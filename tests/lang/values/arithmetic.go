// Integers and floats of every size at their limits, conversions, comparisons, packed structs.
package main

import (
	"fmt"
	"math"
)

func conv(f float64, i int64, u uint64) {
	fmt.Println(int8(i), int16(i), int32(i), uint8(i), uint16(i), uint32(i), uint64(i), float32(i), float64(i))
	fmt.Println(int8(u), int16(u), int32(u), int64(u), uint8(u), uint16(u), uint32(u), float32(u), float64(u))
	fmt.Println(float32(f), int64(f), int32(int64(f)), uint32(uint64(f)))
}
func shifts(n uint, x int32, y uint32, z int8, w uint8) {
	fmt.Println(x<<n, x>>n, y<<n, y>>n, z<<n, z>>n, w<<n, w>>n, int64(x)<<n, uint64(y)>>n)
}
func ar8(a, b int8, c, d uint8) {
	fmt.Println(a+b, a-b, a*b, a&b, a|b, a^b, a&^b, -a, ^a, c+d, c-d, c*d, c&d, c|d, c^d, c&^d, -c, ^c)
	if b != 0 && d != 0 {
		fmt.Println(a/b, a%b, c/d, c%d)
	}
}
func ar32(a, b int32, c, d uint32) {
	fmt.Println(a+b, a-b, a*b, a&b, a|b, a^b, a&^b, -a, ^a, c+d, c-d, c*d, c&d, c|d, c^d, c&^d, -c, ^c)
	if b != 0 && d != 0 {
		fmt.Println(a/b, a%b, c/d, c%d)
	}
}
func ar64(a, b int64, c, d uint64) {
	fmt.Println(a+b, a-b, a*b, a&b, a|b, a^b, a&^b, -a, ^a, c+d, c-d, c*d, c&d, c|d, c^d, c&^d, -c, ^c)
	if b != 0 && d != 0 {
		fmt.Println(a/b, a%b, c/d, c%d)
	}
	fmt.Println(a < b, a <= b, a > b, a >= b, a == b, a != b, c < d, c <= d, c > d, c >= d)
	if c > d {
		fmt.Println("gt")
	} else if c == d {
		fmt.Println("eq")
	}
	if c >= 10 && d < 5 || a > 3 {
		fmt.Println("cond")
	}
}
func fl(a, b float64, c, d float32) {
	fmt.Println(a+b, a-b, a*b, a/b, -a, c+d, c-d, c*d, c/d, -c)
	fmt.Println(a < b, a <= b, a > b, a >= b, a == b, a != b, c < d, c <= d, c > d, c >= d, c == d, c != d)
	if a < b {
		fmt.Print("lt ")
	}
	if !(a < b) {
		fmt.Print("nlt ")
	}
	if a >= b {
		fmt.Print("ge ")
	}
	if !(a >= b) {
		fmt.Print("nge ")
	}
	if a == b {
		fmt.Print("eq ")
	}
	if a != b {
		fmt.Print("ne ")
	}
	if !(a == b) {
		fmt.Print("!eq ")
	}
	fmt.Println()
}

const big = 1 << 62

func main() {
	for _, f := range []float64{0, 1.5, -2.7, 1e10, 3.4e38} {
		conv(f, int64(f*3), uint64(math.Abs(f)*7))
	}
	conv(1, math.MinInt64, math.MaxUint64)
	conv(1, 0x7fffffffffffff80, 1<<63+1025)
	for _, n := range []uint{0, 1, 7, 8, 31, 32, 33, 63, 64, 100} {
		shifts(n, -5, 0xfffffff0, -100, 200)
		shifts(n, math.MaxInt32, 1, 127, 255)
	}
	for _, a := range []int8{-128, -1, 0, 1, 100, 127} {
		for _, b := range []int8{-128, -1, 3, 127} {
			ar8(a, b, uint8(a), uint8(b))
			ar32(int32(a)*7777777, int32(b)*5555, uint32(a)*999999, uint32(b))
			ar64(int64(a)<<56, int64(b), uint64(a), uint64(b))
		}
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, a := range []float64{0, 1, -1.25, nan, inf, 1e300} {
		for _, b := range []float64{0, 1, 2.5, nan, -inf} {
			fl(a, b, float32(a), float32(b))
		}
	}
	var i8 int8 = 127
	i8++
	var u8 uint8
	u8--
	var i16 int16 = -32768
	i16--
	i16 -= 1
	var u32 uint32 = 1
	u32 <<= 31
	u32 <<= 1
	x := 10
	x <<= 2
	x |= 3
	x &^= 1
	x %= 7
	x ^= 0xff
	x >>= 1
	x /= 3
	x *= -2
	fmt.Println(i8, u8, i16, u32, x, big>>60, -7/2, -7%2, 7&^5)
	var f32 float32 = 16777216
	f32++
	f32 += 1
	f := 0.1
	f += 0.2
	fmt.Println(f32, f, float32(0.1)+float32(0.2), 1/3.0)
	s := "abc"
	s += "def" + s
	fmt.Println(s, s < "abd", s == "abcdefabc", s > "", len(s), s[2:5], s[len(s)-1])
	var p, q *int
	y := 3
	p = &y
	fmt.Println(p == q, p != nil, q == nil, *p)
	var fn func()
	var ifc interface{}
	var sl []int
	fmt.Println(fn == nil, ifc == nil, sl == nil, []int{} == nil, ifc == 3, interface{}(3) == interface{}(3), interface{}(int8(3)) == interface{}(3))
	b := x < 3 && y == 3 || !(f > 1)
	fmt.Println(b, !b, b == true, b != (y > 2))
	var n8 uint8 = 3
	fmt.Println(1<<n8, 1.0*float64(n8), uint16(1)<<n8<<8, int64(1)<<(n8*20))
	type T struct {
		a, b int8
		c    int32
		d    float32
		e    [2]uint16
	}
	t := T{1, 2, 3, 4.5, [2]uint16{5, 6}}
	u := t
	u.e[1]++
	pt := &u
	pt.a--
	pt.c *= 1 << 30
	pt.d /= 3
	pt.e[0] -= 6
	fmt.Println(t, u, t == u, T{} == T{0, 0, 0, 0, [2]uint16{}}, t.e == u.e)
	ts := []T{t, u}
	ts[0].b = -1
	ts[1].d++
	ts[0].e[1], ts[1].e[0] = ts[1].e[0], ts[0].e[1]
	fmt.Println(ts, ts[0] == t)
	mt := map[T]int{t: 1, u: 2}
	t2 := T{1, 2, 3, 4.5, [2]uint16{5, 6}}
	fmt.Println(mt[t2], mt[u], mt[ts[0]])
	z := [...]string{2: "two", 0: "zero", 5: "five"}
	fmt.Println(len(z), z, [...]int{1, 2, 3}[y-1], "xyz"[y-1], map[int]string{3: "three"}[y], struct{ a, b int }{1, 2}.b)
}

// expect: 0 0 0 0 0 0 0 0 0
// expect: 0 0 0 0 0 0 0 0 0
// expect: 0 0 0 0
// expect: 4 4 4 4 4 4 4 4 4
// expect: 10 10 10 10 10 10 10 10 10
// expect: 1.5 1 1 1
// expect: -8 -8 -8 248 65528 4294967288 18446744073709551608 -8 -8
// expect: 18 18 18 18 18 18 18 18 18
// expect: -2.7 -2 -2 4294967294
// expect: 0 -21504 -64771072 0 44032 4230196224 30000000000 3e+10 3e+10
// expect: 0 15360 1280523264 70000000000 0 15360 1280523264 7e+10 7e+10
// expect: 1e+10 10000000000 1410065408 1410065408
// expect: 0 0 0 0 0 0 9223372036854775808 -9.223372e+18 -9.223372036854776e+18
// expect: 0 0 0 -9223372036854775808 0 0 0 9.223372e+18 9.223372036854776e+18
// expect: 3.4e+38 -9223372036854775808 0 0
// expect: 0 0 0 0 0 0 9223372036854775808 -9.223372e+18 -9.223372036854776e+18
// expect: -1 -1 -1 -1 255 65535 4294967295 1.8446744e+19 1.8446744073709552e+19
// expect: 1 1 1 1
// expect: -128 -128 -128 128 65408 4294967168 9223372036854775680 9.223372e+18 9.223372036854776e+18
// expect: 1 1025 1025 -9223372036854774783 1 1025 1025 9.223372e+18 9.223372036854778e+18
// expect: 1 1 1 1
// expect: -5 -5 4294967280 4294967280 -100 -100 200 200 -5 4294967280
// expect: 2147483647 2147483647 1 1 127 127 255 255 2147483647 1
// expect: -10 -3 4294967264 2147483640 56 -50 144 100 -10 2147483640
// expect: -2 1073741823 2 0 -2 63 254 127 4294967294 0
// expect: -640 -1 4294965248 33554431 0 -1 0 1 -640 33554431
// expect: -128 16777215 128 0 -128 0 128 1 274877906816 0
// expect: -1280 -1 4294963200 16777215 0 -1 0 0 -1280 16777215
// expect: -256 8388607 256 0 0 0 0 0 549755813632 0
// expect: -2147483648 -1 0 1 0 -1 0 0 -10737418240 1
// expect: -2147483648 0 2147483648 0 0 0 0 0 4611686016279904256 0
// expect: 0 -1 0 0 0 -1 0 0 -21474836480 0
// expect: 0 0 0 0 0 0 0 0 9223372032559808512 0
// expect: 0 -1 0 0 0 -1 0 0 -42949672960 0
// expect: 0 0 0 0 0 0 0 0 -8589934592 0
// expect: 0 -1 0 0 0 -1 0 0 -9223372036854775808 0
// expect: 0 0 0 0 0 0 0 0 -9223372036854775808 0
// expect: 0 -1 0 0 0 -1 0 0 0 0
// expect: 0 0 0 0 0 0 0 0 0 0
// expect: 0 -1 0 0 0 -1 0 0 0 0
// expect: 0 0 0 0 0 0 0 0 0 0
// expect: 0 0 0 -128 -128 0 0 -128 127 0 0 0 128 128 0 0 128 127
// expect: 1 0 1 0
// expect: -996266496 -994844416 421576704 -996080000 -186496 995893504 524544 995555456 995555455 4166967296 4166967552 3499081728 4166967424 4294967168 127999744 0 127999872 127999871
// expect: 1400 -99456 0 4166967424
// expect: 9223372036854775680 -9223372036854775680 0 -9223372036854775808 -128 9223372036854775680 0 -9223372036854775808 9223372036854775807 18446744073709551360 0 16384 18446744073709551488 18446744073709551488 0 0 128 127
// expect: 72057594037927936 0 1 0
// expect: true true false false false true false true false true
// expect: eq
// expect: 127 -127 -128 -128 -1 127 0 -128 127 127 129 128 128 255 127 0 128 127
// expect: -128 0 0 128
// expect: -995561011 -995549901 -1607319168 -995556864 -4147 995552717 1408 995555456 995555455 4166967423 4166967425 127999872 4166967424 4294967295 127999871 0 127999872 127999871
// expect: 179217 -5021 0 4166967424
// expect: 9223372036854775807 -9223372036854775807 -9223372036854775808 -9223372036854775808 -1 9223372036854775807 0 -9223372036854775808 9223372036854775807 18446744073709551487 18446744073709551489 128 18446744073709551488 18446744073709551615 127 0 128 127
// expect: -9223372036854775808 0 0 18446744073709551488
// expect: true true false false false true true true false false
// expect: -125 125 -128 0 -125 -125 -128 -128 127 131 125 128 0 131 131 128 128 127
// expect: -42 -2 42 2
// expect: -995538791 -995572121 526990208 256 -995539047 -995539303 -995555712 995555456 995555455 4166967427 4166967421 3910967680 0 4166967427 4166967427 4166967424 127999872 127999871
// expect: -59739 -5021 1388989141 1
// expect: -9223372036854775805 9223372036854775805 -9223372036854775808 0 -9223372036854775805 -9223372036854775805 -9223372036854775808 -9223372036854775808 9223372036854775807 18446744073709551491 18446744073709551485 18446744073709551232 0 18446744073709551491 18446744073709551491 18446744073709551488 128 127
// expect: -3074457345618258602 -2 6148914691236517162 2
// expect: true true false false false true false false true true
// expect: gt
// expect: cond
// expect: -1 1 -128 0 -1 -1 -128 -128 127 255 1 128 0 255 255 128 128 127
// expect: -1 -1 1 1
// expect: -994849971 -996260941 -2028895872 525184 -995375155 -995900339 -996080640 995555456 995555455 4166967551 4166967297 923885440 0 4166967551 4166967551 4166967424 127999872 127999871
// expect: -1411 -116121 32810767 15
// expect: -9223372036854775681 9223372036854775681 -9223372036854775808 0 -9223372036854775681 -9223372036854775681 -9223372036854775808 -9223372036854775808 9223372036854775807 18446744073709551615 18446744073709551361 18446744073709535360 0 18446744073709551615 18446744073709551615 18446744073709551488 128 127
// expect: -72624976668147841 -1 145249953336295681 1
// expect: true true false false false true false false true true
// expect: gt
// expect: 127 127 -128 -128 -1 127 127 1 0 127 127 128 128 255 127 127 1 0
// expect: 0 -1 1 127
// expect: -8488817 -7066737 -1607319168 -8322560 -166257 8156303 544783 7777777 7777776 4293967169 4293967425 127999872 4293967232 4294967233 1000001 65 999999 999998
// expect: 10 -667377 0 4293967297
// expect: -72057594037928064 -72057594037927808 -9223372036854775808 -72057594037927936 -128 72057594037927808 0 72057594037927936 72057594037927935 18446744073709551487 127 128 18446744073709551488 18446744073709551615 127 127 1 0
// expect: 562949953421312 0 1 127
// expect: true true false false false true false false true true
// expect: gt
// expect: -2 0 1 -1 -1 0 0 1 0 254 0 1 255 255 0 0 1 0
// expect: 1 0 1 0
// expect: -7783332 -7772222 255878275 -7781875 -1457 7780418 4098 7777777 7777776 4293967296 4293967298 999999 4293967297 4294967295 999998 0 999999 999998
// expect: 1400 -777 0 4293967297
// expect: -72057594037927937 -72057594037927935 72057594037927936 -72057594037927936 -1 72057594037927935 0 72057594037927936 72057594037927935 18446744073709551614 0 1 18446744073709551615 18446744073709551615 0 0 1 0
// expect: 72057594037927936 0 1 0
// expect: true true false false false true false true false true
// expect: eq
// expect: 2 -4 -3 3 -1 -4 -4 1 0 2 252 253 3 255 252 252 1 0
// expect: 0 -1 85 0
// expect: -7761112 -7794442 -767634825 16393 -7777505 -7793898 -7794170 7777777 7777776 4293967300 4293967294 4291967299 1 4293967299 4293967298 4293967296 999999 999998
// expect: -466 -11887 1431322432 1
// expect: -72057594037927933 -72057594037927939 -216172782113783808 0 -72057594037927933 -72057594037927933 -72057594037927936 72057594037927936 72057594037927935 2 18446744073709551612 18446744073709551613 3 18446744073709551615 18446744073709551612 18446744073709551612 1 0
// expect: -24019198012642645 -1 6148914691236517205 0
// expect: true true false false false true false false true true
// expect: gt
// expect: cond
// expect: 126 -128 -127 127 -1 -128 -128 1 0 126 128 129 127 255 128 128 1 0
// expect: 0 -1 2 1
// expect: -7072292 -8483262 1863197443 541197 -7613489 -8154686 -8318974 7777777 7777776 4293967424 4293967170 4167967423 65 4293967359 4293967294 4293967232 999999 999998
// expect: -11 -17442 33810766 15
// expect: -72057594037927809 -72057594037928063 -9151314442816847872 0 -72057594037927809 -72057594037927809 -72057594037927936 72057594037927936 72057594037927935 126 18446744073709551488 18446744073709551489 127 18446744073709551615 18446744073709551488 18446744073709551488 1 0
// expect: -567382630219905 -1 145249953336295682 1
// expect: true true false false false true false false true true
// expect: gt
// expect: -128 -128 0 0 -128 -128 0 0 -1 128 128 0 0 128 128 0 0 255
// expect: 0 0 0 0
// expect: -711040 711040 0 0 -711040 -711040 0 0 -1 4294967168 128 0 0 4294967168 4294967168 0 0 4294967295
// expect: 0 0 0 0
// expect: -128 128 0 0 -128 -128 0 0 -1 18446744073709551488 128 0 0 18446744073709551488 18446744073709551488 0 0 18446744073709551615
// expect: 0 0 0 0
// expect: false false true true false true true true false false
// expect: -1 1 0 0 -1 -1 0 0 -1 255 1 0 0 255 255 0 0 255
// expect: 0 0 0 0
// expect: -5555 5555 0 0 -5555 -5555 0 0 -1 4294967295 1 0 0 4294967295 4294967295 0 0 4294967295
// expect: 0 0 0 0
// expect: -1 1 0 0 -1 -1 0 0 -1 18446744073709551615 1 0 0 18446744073709551615 18446744073709551615 0 0 18446744073709551615
// expect: 0 0 0 0
// expect: false false true true false true true true false false
// expect: 3 -3 0 0 3 3 0 0 -1 3 253 0 0 3 3 0 0 255
// expect: 0 0 0 0
// expect: 16665 -16665 0 0 16665 16665 0 0 -1 3 4294967293 0 0 3 3 0 0 4294967295
// expect: 0 0 0 0
// expect: 3 -3 0 0 3 3 0 0 -1 3 18446744073709551613 0 0 3 3 0 0 18446744073709551615
// expect: 0 0 0 0
// expect: true true false false false true true true false false
// expect: 127 -127 0 0 127 127 0 0 -1 127 129 0 0 127 127 0 0 255
// expect: 0 0 0 0
// expect: 705485 -705485 0 0 705485 705485 0 0 -1 127 4294967169 0 0 127 127 0 0 4294967295
// expect: 0 0 0 0
// expect: 127 -127 0 0 127 127 0 0 -1 127 18446744073709551489 0 0 127 127 0 0 18446744073709551615
// expect: 0 0 0 0
// expect: true true false false false true true true false false
// expect: -127 -127 -128 0 -127 -127 1 -1 -2 129 129 128 0 129 129 1 255 254
// expect: 0 1 0 1
// expect: 7066737 8488817 1607319168 7611520 -544783 -8156303 166257 -7777777 -7777778 999871 1000127 4166967424 999936 4294967231 4293967295 63 4293967297 4293967296
// expect: -10 667377 0 999999
// expect: 72057594037927808 72057594037928064 -9223372036854775808 72057594037927936 -128 -72057594037928064 0 -72057594037927936 -72057594037927937 18446744073709551489 129 18446744073709551488 0 18446744073709551489 18446744073709551489 1 18446744073709551615 18446744073709551614
// expect: -562949953421312 0 0 1
// expect: false false true true false true true true false false
// expect: cond
// expect: 0 2 -1 1 -1 -2 0 -1 -2 0 2 255 1 255 254 0 255 254
// expect: -1 0 0 1
// expect: 7772222 7783332 -255878275 7776321 -4099 -7780420 1456 -7777777 -7777778 999998 1000000 4293967297 999999 4294967295 4293967296 0 4293967297 4293967296
// expect: -1400 777 0 999999
// expect: 72057594037927935 72057594037927937 -72057594037927936 72057594037927936 -1 -72057594037927937 0 -72057594037927936 -72057594037927937 0 2 18446744073709551615 1 18446744073709551615 18446744073709551614 0 18446744073709551615 18446744073709551614
// expect: -72057594037927936 0 0 1
// expect: false false true true false true true true false false
// expect: cond
// expect: 4 -2 3 1 3 2 0 -1 -2 4 254 3 1 3 2 0 255 254
// expect: 0 1 0 1
// expect: 7794442 7761112 767634825 273 7794169 7793896 7777504 -7777777 -7777778 1000002 999996 2999997 3 999999 999996 999996 4293967297 4293967296
// expect: 466 11887 333333 0
// expect: 72057594037927939 72057594037927933 216172782113783808 0 72057594037927939 72057594037927939 72057594037927936 -72057594037927936 -72057594037927937 4 18446744073709551614 3 1 3 2 0 18446744073709551615 18446744073709551614
// expect: 24019198012642645 1 0 1
// expect: false false true true false true true true false false
// expect: cond
// expect: -128 -126 127 1 127 126 0 -1 -2 128 130 127 1 127 126 0 255 254
// expect: 0 1 0 1
// expect: 8483262 7072292 -1863197443 164289 8318973 8154684 7613488 -7777777 -7777778 1000126 999872 126999873 63 1000063 1000000 999936 4293967297 4293967296
// expect: 11 17442 7874 1
// expect: 72057594037928063 72057594037927809 9151314442816847872 0 72057594037928063 72057594037928063 72057594037927936 -72057594037927936 -72057594037927937 128 18446744073709551490 127 1 127 126 0 18446744073709551615 18446744073709551614
// expect: 567382630219905 1 0 1
// expect: false false true true false true true true false false
// expect: cond
// expect: -28 -28 0 0 -28 -28 100 -100 -101 228 228 0 0 228 228 100 156 155
// expect: 0 100 0 100
// expect: 777066660 778488740 1818126848 777069056 -2396 -777071452 708644 -777777700 -777777701 99999772 100000028 84914688 99999872 4294967196 4194967324 28 4194967396 4194967395
// expect: -1093 610980 0 99999900
// expect: 7205759403792793472 7205759403792793728 0 7205759403792793600 -128 -7205759403792793728 0 -7205759403792793600 -7205759403792793601 18446744073709551588 228 18446744073709538816 0 18446744073709551588 18446744073709551588 100 18446744073709551516 18446744073709551515
// expect: -56294995342131200 0 0 100
// expect: false false true true false true true true false false
// expect: cond
// expect: 99 101 -100 100 -1 -101 0 -100 -101 99 101 156 100 255 155 0 156 155
// expect: -100 0 0 100
// expect: 777772145 777783255 181976276 777773572 -1427 -777774999 4128 -777777700 -777777701 99999899 99999901 4194967396 99999900 4294967295 4194967395 0 4194967396 4194967395
// expect: -140013 5485 0 99999900
// expect: 7205759403792793599 7205759403792793601 -7205759403792793600 7205759403792793600 -1 -7205759403792793601 0 -7205759403792793600 -7205759403792793601 99 101 18446744073709551516 100 18446744073709551615 18446744073709551515 0 18446744073709551516 18446744073709551515
// expect: -7205759403792793600 0 0 100
// expect: false false true true false true true true false false
// expect: cond
// expect: 103 97 44 0 103 103 100 -100 -101 103 97 44 0 103 103 100 156 155
// expect: 33 1 33 1
// expect: 777794365 777761035 -545928828 16384 777777981 777761597 777761316 -777777700 -777777701 99999903 99999897 299999700 0 99999903 99999903 99999900 4194967396 4194967395
// expect: 46671 5485 33333300 0
// expect: 7205759403792793603 7205759403792793597 3170534137668829184 0 7205759403792793603 7205759403792793603 7205759403792793600 -7205759403792793600 -7205759403792793601 103 97 300 0 103 103 100 18446744073709551516 18446744073709551515
// expect: 2401919801264264533 1 33 1
// expect: false false true true false true false false true true
// expect: gt
// expect: cond
// expect: -29 -27 -100 100 127 27 0 -100 -101 227 229 156 100 127 27 0 156 155
// expect: 0 100 0 100
// expect: 778483185 777072215 -1636150572 705028 777778157 777073129 777072672 -777777700 -777777701 100000027 99999773 4110052708 28 99999999 99999971 99999872 4194967396 4194967395
// expect: 1102 333230 787400 100
// expect: 7205759403792793727 7205759403792793473 -7205759403792793600 0 7205759403792793727 7205759403792793727 7205759403792793600 -7205759403792793600 -7205759403792793601 227 18446744073709551589 12700 100 127 27 0 18446744073709551516 18446744073709551515
// expect: 56738263021990500 100 0 100
// expect: false false true true false true true true false false
// expect: cond
// expect: -1 -1 -128 0 -1 -1 127 -127 -128 255 255 128 0 255 255 127 129 128
// expect: 0 127 0 127
// expect: 987066639 988488719 -2028895872 987759232 -692593 -988451825 18447 -987777679 -987777680 126999745 127000001 923885440 126999808 4294967233 4167967425 65 4167967423 4167967422
// expect: -1389 143119 0 126999873
// expect: 9151314442816847744 9151314442816848000 -9223372036854775808 9151314442816847872 -128 -9151314442816848000 0 -9151314442816847872 -9151314442816847873 18446744073709551615 255 18446744073709535360 0 18446744073709551615 18446744073709551615 127 18446744073709551489 18446744073709551488
// expect: -71494644084506624 0 0 127
// expect: false false true true false true true true false false
// expect: cond
// expect: 126 -128 -127 127 -1 -128 0 -127 -128 126 128 129 127 255 128 0 129 128
// expect: -127 0 0 127
// expect: 987772124 987783234 1863197443 987777549 -5425 -987782974 130 -987777679 -987777680 126999872 126999874 4167967423 126999873 4294967295 4167967422 0 4167967423 4167967422
// expect: -177817 4244 0 126999873
// expect: 9151314442816847871 9151314442816847873 -9151314442816847872 9151314442816847872 -1 -9151314442816847873 0 -9151314442816847872 -9151314442816847873 126 128 18446744073709551489 127 18446744073709551615 18446744073709551488 0 18446744073709551489 18446744073709551488
// expect: -9151314442816847872 0 0 127
// expect: false false true true false true true true false false
// expect: cond
// expect: -126 124 125 3 127 124 124 -127 -128 130 124 125 3 127 124 124 129 128
// expect: 42 1 42 1
// expect: 987794344 987761014 -1294625033 16393 987777951 987761558 987761286 -987777679 -987777680 126999876 126999870 380999619 1 126999875 126999874 126999872 4167967423 4167967422
// expect: 59272 9799 42333291 0
// expect: 9151314442816847875 9151314442816847869 9007199254740992000 0 9151314442816847875 9151314442816847875 9151314442816847872 -9151314442816847872 -9151314442816847873 130 124 381 3 127 124 124 18446744073709551489 18446744073709551488
// expect: 3050438147605615957 1 42 1
// expect: false false true true false true false false true true
// expect: gt
// expect: cond
// expect: -2 0 1 127 127 0 0 -127 -128 254 0 1 127 127 0 0 129 128
// expect: 1 0 1 0
// expect: 988483164 987072194 -402873981 17037 988466127 988449090 987760642 -987777679 -987777680 127000000 126999746 3244081983 65 126999935 126999870 126999808 4167967423 4167967422
// expect: 1400 98679 999999 0
// expect: 9151314442816847999 9151314442816847745 72057594037927936 0 9151314442816847999 9151314442816847999 9151314442816847872 -9151314442816847872 -9151314442816847873 254 0 16129 127 127 0 0 18446744073709551489 18446744073709551488
// expect: 72057594037927936 0 1 0
// expect: false false true true false true false true false true
// expect: eq
// expect: cond
// expect: 0 0 0 NaN -0 0 0 0 NaN -0
// expect: false true false true true false false true false true true false
// expect: nlt ge eq 
// expect: 1 -1 0 0 -0 1 -1 0 0 -0
// expect: true true false false false true true true false false false true
// expect: lt nge ne !eq 
// expect: 2.5 -2.5 0 0 -0 2.5 -2.5 0 0 -0
// expect: true true false false false true true true false false false true
// expect: lt nge ne !eq 
// expect: NaN NaN NaN NaN -0 NaN NaN NaN NaN -0
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: -Inf +Inf NaN -0 -0 -Inf +Inf NaN -0 -0
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: 1 1 0 +Inf -1 1 1 0 +Inf -1
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: 2 0 1 1 -1 2 0 1 1 -1
// expect: false true false true true false false true false true true false
// expect: nlt ge eq 
// expect: 3.5 -1.5 2.5 0.4 -1 3.5 -1.5 2.5 0.4 -1
// expect: true true false false false true true true false false false true
// expect: lt nge ne !eq 
// expect: NaN NaN NaN NaN -1 NaN NaN NaN NaN -1
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: -Inf +Inf -Inf -0 -1 -Inf +Inf -Inf -0 -1
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: -1.25 -1.25 -0 -Inf 1.25 -1.25 -1.25 -0 -Inf 1.25
// expect: true true false false false true true true false false false true
// expect: lt nge ne !eq 
// expect: -0.25 -2.25 -1.25 -1.25 1.25 -0.25 -2.25 -1.25 -1.25 1.25
// expect: true true false false false true true true false false false true
// expect: lt nge ne !eq 
// expect: 1.25 -3.75 -3.125 -0.5 1.25 1.25 -3.75 -3.125 -0.5 1.25
// expect: true true false false false true true true false false false true
// expect: lt nge ne !eq 
// expect: NaN NaN NaN NaN 1.25 NaN NaN NaN NaN 1.25
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: -Inf +Inf +Inf 0 1.25 -Inf +Inf +Inf 0 1.25
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: +Inf +Inf NaN +Inf -Inf +Inf +Inf NaN +Inf -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: +Inf +Inf +Inf +Inf -Inf +Inf +Inf +Inf +Inf -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: +Inf +Inf +Inf +Inf -Inf +Inf +Inf +Inf +Inf -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: NaN NaN NaN NaN -Inf NaN NaN NaN NaN -Inf
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: NaN +Inf -Inf NaN -Inf NaN +Inf -Inf NaN -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: 1e+300 1e+300 0 +Inf -1e+300 +Inf +Inf NaN +Inf -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: 1e+300 1e+300 1e+300 1e+300 -1e+300 +Inf +Inf +Inf +Inf -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: 1e+300 1e+300 2.5e+300 4e+299 -1e+300 +Inf +Inf +Inf +Inf -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: NaN NaN NaN NaN -1e+300 NaN NaN NaN NaN -Inf
// expect: false false false false false true false false false false false true
// expect: nlt nge ne !eq 
// expect: -Inf +Inf -Inf -0 -1e+300 NaN +Inf -Inf NaN -Inf
// expect: false false true true false true false false true true false true
// expect: nlt ge ne !eq 
// expect: -128 255 32766 0 -84 4 -3 -1 2
// expect: 1.6777216e+07 0.30000000000000004 0.3 0.3333333333333333
// expect: abcdefabc true true true 9 cde 99
// expect: false true true 3
// expect: true true true false false true false
// expect: true false true false
// expect: 8 3 2048 1152921504606846976
// expect: {1 2 3 4.5 [5 6]} {0 2 -1073741824 1.5 [65535 7]} false true false
// expect: [{1 -1 3 4.5 [5 65535]} {0 2 -1073741824 2.5 [6 7]}] false
// expect: 1 2 0
// expect: 6 [zero  two   five] 3 122 three 2
