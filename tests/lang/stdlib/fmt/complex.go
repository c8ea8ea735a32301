package main

import (
	"fmt"
	"math"
)

type C complex64
type T complex128

func (t T) String() string { return "T" }

type S struct {
	A complex64
	B complex128
	c C
}

func main() {
	x := 1.5 - 2.25i
	y := complex64(0.1 + 1e20i)
	fmt.Println(x, y, -x, C(y), T(x))
	for _, v := range []string{"%v", "%+v", "%#v", "%g", "%f", "%.2f", "%8.3f", "%-8.1f|", "%e", "%E", "%G", "%F", "%x", "%X", "%b", "%+g", "% g", "%08.2f", "%d", "%s", "%T", "%q", "%6.2v", "%#g", "%t", "%+.3g", "%-010.2f|"} {
		fmt.Printf(v+" "+v+"\n", x, y)
	}
	s := S{1, 2i, 3}
	fmt.Println(s, &s)
	fmt.Printf("%v %+v %#v %T\n", s, s, s, s)
	fmt.Println([]complex64{1, 2}, [2]complex128{1i}, map[complex128]int{2: 1, 1i: 2, 1: 3, -1: 4})
	fmt.Println(map[complex64]int{2: 1, 1i: 2, 1: 3, -1: 4})
	fmt.Println(complex(math.Inf(1), math.NaN()), complex(math.NaN(), math.Inf(-1)), complex(0, math.Copysign(0, -1)))
	fmt.Printf("%v %f %6.1f\n", complex(math.Inf(-1), math.NaN()), complex(math.Inf(1), math.Inf(1)), complex(math.NaN(), 1))
	fmt.Printf("%v %+v\n", []interface{}{x, y}, map[string]interface{}{"a": 1i})
	var c128 complex128
	var c64 complex64
	n, err := fmt.Sscan("(1+2i) 3-4i", &c128, &c64)
	fmt.Println(n, err, c128, c64)
	n, err = fmt.Sscanf("(1.5-2.5e1i)", "%g", &c128)
	fmt.Println(n, err, c128)
	n, err = fmt.Sscan("(1+2)", &c128)
	fmt.Println(n, err)
	_, err = fmt.Sscanf("1+2i", "%d", &c128)
	fmt.Println(err)
}

// expect: (1.5-2.25i) (0.1+1e+20i) (-1.5+2.25i) (0.1+1e+20i) T
// expect: (1.5-2.25i) (0.1+1e+20i)
// expect: (1.5-2.25i) (0.1+1e+20i)
// expect: (1.5-2.25i) (0.1+1e+20i)
// expect: (1.5-2.25i) (0.1+1e+20i)
// expect: (1.500000-2.250000i) (0.100000+100000002004087734272.000000i)
// expect: (1.50-2.25i) (0.10+100000002004087734272.00i)
// expect: (   1.500  -2.250i) (   0.100+100000002004087734272.000i)
// expect: (1.5     -2.2    i)| (0.1     +100000002004087734272.0i)|
// expect: (1.500000e+00-2.250000e+00i) (1.000000e-01+1.000000e+20i)
// expect: (1.500000E+00-2.250000E+00i) (1.000000E-01+1.000000E+20i)
// expect: (1.5-2.25i) (0.1+1E+20i)
// expect: (1.500000-2.250000i) (0.100000+100000002004087734272.000000i)
// expect: (0x1.8p+00-0x1.2p+01i) (0x1.99999ap-04+0x1.5af1d8p+66i)
// expect: (0X1.8P+00-0X1.2P+01i) (0X1.99999AP-04+0X1.5AF1D8P+66i)
// expect: (6755399441055744p-52-5066549580791808p-51i) (13421773p-27+11368684p+43i)
// expect: (+1.5-2.25i) (+0.1+1e+20i)
// expect: ( 1.5-2.25i) ( 0.1+1e+20i)
// expect: (00001.50-0002.25i) (00000.10+100000002004087734272.00i)
// expect: %!d(complex128=(1.5-2.25i)) %!d(complex64=(0.1+1e+20i))
// expect: %!s(complex128=(1.5-2.25i)) %!s(complex64=(0.1+1e+20i))
// expect: complex128 complex64
// expect: %!q(complex128=(1.5-2.25i)) %!q(complex64=(0.1+1e+20i))
// expect: (   1.5  -2.2i) (   0.1+1e+20i)
// expect: (1.50000-2.25000i) (0.100000+1.00000e+20i)
// expect: %!t(complex128=(1.5-2.25i)) %!t(complex64=(0.1+1e+20i))
// expect: (+1.5-2.25i) (+0.1+1e+20i)
// expect: (1.50      -2.25     i)| (0.10      +100000002004087734272.00i)|
// expect: {(1+0i) (0+2i) (3+0i)} &{(1+0i) (0+2i) (3+0i)}
// expect: {(1+0i) (0+2i) (3+0i)} {A:(1+0i) B:(0+2i) c:(3+0i)} main.S{A:(1+0i), B:(0+2i), c:(3+0i)} main.S
// expect: [(1+0i) (2+0i)] [(0+1i) (0+0i)] map[(-1+0i):4 (0+1i):2 (1+0i):3 (2+0i):1]
// expect: map[(-1+0i):4 (0+1i):2 (1+0i):3 (2+0i):1]
// expect: (+Inf+NaNi) (NaN-Infi) (0-0i)
// expect: (-Inf+NaNi) (+Inf+Infi) (   NaN  +1.0i)
// expect: [(1.5-2.25i) (0.1+1e+20i)] map[a:(0+1i)]
// expect: 2 <nil> (1+2i) (3-4i)
// expect: 1 <nil> (1.5-25i)
// expect: 0 syntax error scanning complex number
// expect: bad verb '%d' for complex
