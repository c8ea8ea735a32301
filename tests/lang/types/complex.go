package main

import (
	"fmt"
	"math"
)

type C complex128
type S struct {
	a float32
	c complex64
	d complex128
	e complex64
}

var g complex64 = 3 + 4i
var gd complex128

func swap(a, b complex128) (complex128, complex128) { return b, a }
func conj64(z complex64) complex64 { return complex(real(z), -imag(z)) }
func (c C) abs() float64 { return math.Hypot(real(c), imag(c)) }

func main() {
	x := 1 + 2i
	y := 3 - 4i
	fmt.Println(x, y, x+y, x-y, x*y, x/y, -x)
	fmt.Println(x == y, x != y, x == 1+2i)
	x += y
	x *= 2
	x++
	fmt.Println(x, real(x), imag(x))
	x = complex(imag(x), real(x))
	fmt.Println(x)
	a, b := swap(x, y)
	fmt.Println(a, b)
	var z complex64 = 1.5 - 2.5i
	z = z * z / (1 + 1i)
	fmt.Println(z, real(z), imag(z), conj64(z), -z, z-1, z+z)
	z--
	fmt.Println(z, complex128(z), complex64(x/3))
	s := S{1, 2 + 3i, 4 + 5i, 6 + 7i}
	s.c += 1i
	s.d *= 1i
	t := s
	t.e = complex(real(t.c), imag(t.e))
	fmt.Println(s.c, s.d, s.e, t.c, t.e, s == t, s == s)
	p := &s
	p.c = p.e * 2
	p.d = -p.d
	fmt.Println(p.c, s.d)
	sl := []complex64{1, 2i, 3 + 3i}
	sl = append(sl, 7, 8i)
	sl[1] += sl[2]
	for _, v := range sl {
		fmt.Println(v)
	}
	sd := []complex128{1, 2i, 3 + 3i}
	sd = append(sd, x)
	sd[1] *= sd[2]
	for _, v := range sd {
		fmt.Println(v)
	}
	m := map[complex128]string{1: "one", 2i: "2i", 0: "z"}
	fmt.Println(m[1], m[2i], m[complex(0, math.Copysign(0, -1))], len(m))
	m6 := map[complex64]complex64{1: 2, 2: 4i}
	m6[1] *= 3i
	fmt.Println(m6[1], m6[2], m6[7])
	var i interface{} = x
	fmt.Println(i == interface{}(x), i.(complex128))
	i = z
	fmt.Println(i.(complex64) == z)
	_, ok := i.(complex128)
	fmt.Println(ok)
	switch i.(type) {
	case complex64:
		fmt.Println("c64")
	}
	switch x {
	case 1:
		fmt.Println(1)
	case x:
		fmt.Println("x")
	}
	fmt.Println(C(3+4i).abs(), g, gd)
	gd = complex128(g)
	g++
	fmt.Println(g, gd)
	ch := make(chan complex64, 1)
	ch <- z
	fmt.Println(<-ch)
	arr := [3]complex64{1, 2, 3i}
	k := 2
	arr[k] += 1
	fmt.Println(arr[k], arr[0], arr == [3]complex64{1, 2, 1 + 3i})
	const big = 1i * 1i
	fmt.Println(big, real(2+3i), imag(2+3i))
	f := func() complex64 { return z }
	fmt.Println(f()*f(), real(f()), imag(x))
	var zero complex128
	fmt.Println(x/zero, zero/zero, -x/zero)
	fmt.Println(1/complex(math.Inf(1), 0), complex(math.Inf(1), 1)/(1+1i))
	nan := complex(math.NaN(), 0)
	fmt.Println(nan == nan, nan != nan)
	var q [2]complex128
	q[1] = 5
	fmt.Println(q[0], q[1])
	fn := func(zs ...complex128) (r complex128) {
		for _, z := range zs {
			r += z
		}
		return
	}
	fmt.Println(fn(1, 2i, x))
	fmt.Println(complex(float32(1), 2), complex(1, 2.5))
	var ff float32 = 0.1
	fmt.Println(complex(ff, ff)*complex(ff, ff))
}

// expect: (1+2i) (3-4i) (4-2i) (-2+6i) (11+2i) (-0.2+0.4i) (-1-2i)
// expect: false true true
// expect: (9-4i) 9 -4
// expect: (-4+9i)
// expect: (3-4i) (-4+9i)
// expect: (-5.75-1.75i) -5.75 -1.75 (-5.75+1.75i) (5.75+1.75i) (-6.75-1.75i) (-11.5-3.5i)
// expect: (-6.75-1.75i) (-6.75-1.75i) (-1.3333334+3i)
// expect: (2+4i) (-5+4i) (6+7i) (2+4i) (2+7i) false true
// expect: (12+14i) (5-4i)
// expect: (1+0i)
// expect: (3+5i)
// expect: (3+3i)
// expect: (7+0i)
// expect: (0+8i)
// expect: (1+0i)
// expect: (-6+6i)
// expect: (3+3i)
// expect: (-4+9i)
// expect: one 2i z 3
// expect: (0+6i) (0+4i) (0+0i)
// expect: true (-4+9i)
// expect: true
// expect: false
// expect: c64
// expect: x
// expect: 5 (3+4i) (0+0i)
// expect: (4+4i) (3+4i)
// expect: (-6.75-1.75i)
// expect: (1+3i) (1+0i) true
// expect: (-1+0i) 2 3
// expect: (42.5+23.625i) -6.75 9
// expect: (-Inf+Infi) (NaN+NaNi) (+Inf-Infi)
// expect: (0+0i) (+Inf-Infi)
// expect: false true
// expect: (0+0i) (5+0i)
// expect: (-3+11i)
// expect: (1+2i) (1+2.5i)
// expect: (0+0.020000001i)
