// Operators on type parameters: overflow, shifts, division, constants that fit all types of the set.
package main

import "fmt"

type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}
type Float interface{ ~float32 | ~float64 }
type Complex interface{ ~complex64 | ~complex128 }

func ops[T Integer](a, b T) []T {
	return []T{a + b, a - b, a * b, a / b, a % b, a & b, a | b, a ^ b, a &^ b, a << 3, a >> 1, -a, ^a}
}

func wrap[T Integer](x T) (n int) {
	for y := x; y != 0; y <<= 1 {
		n++
	}
	return n
}

func half[F Float](x F) F         { return x/2 + 0.1 }
func norm[C Complex](c C) C       { return c * c }
func limit[T int8 | uint8](x T) T { return x + 100 }
func fact[T Integer | Float](n T) T {
	if n <= 1 {
		return 1
	}
	return n * fact(n-1)
}
func pow[T Integer](x T, n uint) T {
	r := T(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}
func incr[T Integer | Float](p *T)           { *p++; *p += 2; *p *= 2 }
func concat[T ~string](a, b T) T             { a += b; return a + "." }
func shift[T Integer, N Integer](x T, n N) T { return x << n }
func cmp[T Integer | Float | ~string](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

type Small int8
type Str string

func main() {
	fmt.Println(ops(int8(100), 7))
	fmt.Println(ops(uint8(200), 7))
	fmt.Println(ops(-5, 3))
	fmt.Println(ops(Small(-128), 3))
	fmt.Println(wrap(int8(1)), wrap(uint16(1)), wrap(1), wrap(uint32(6)))
	fmt.Println(half(float32(0.2)), half(0.2), norm(complex64(1+2i)), norm(3i))
	fmt.Println(limit(int8(100)), limit(uint8(200)))
	fmt.Println(fact(20), fact(uint8(6)), fact(5.5), pow(3, 13), pow(uint8(3), 13))
	s, f := Small(60), float32(0.5)
	incr(&s)
	incr(&f)
	fmt.Println(s, f, concat(Str("a"), "b"), shift(int8(1), uint8(7)), shift(1, 40))
	fmt.Println(cmp(1, 2), cmp("b", "a"), cmp(1.5, 1.5), cmp(Str("x"), "y"))
	defer func() { fmt.Println(recover()) }()
	fmt.Println(ops(1, 0))
}
// expect: [107 93 -68 14 2 4 103 99 96 32 50 -100 -101]
// expect: [207 193 120 28 4 0 207 207 200 64 100 56 55]
// expect: [-2 -8 -15 -1 -2 3 -5 -8 -8 -40 -3 5 4]
// expect: [-125 125 -128 -42 -2 0 -125 -125 -128 0 -64 -128 127]
// expect: 8 16 64 31
// expect: 0.2 0.2 (-3+4i) (-9+0i)
// expect: -56 44
// expect: 2432902008176640000 208 324.84375 1594323 211
// expect: 126 7 ab. -128 1099511627776
// expect: -1 1 0 -1
// expect: runtime error: integer divide by zero
