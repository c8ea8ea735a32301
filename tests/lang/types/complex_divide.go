package main

import (
	"fmt"
	"math"
)

// Every pair out of finite numbers, zeros, infinities and NaN: quotients as gc computes them.
func main() {
	inf, nan := math.Inf(1), math.NaN()
	parts := []float64{0, math.Copysign(0, -1), 1, -2.5, 1e308, inf, -inf, nan}
	var all []complex128
	for _, re := range parts {
		for _, im := range parts {
			all = append(all, complex(re, im))
		}
	}
	hash := uint64(14695981039346656037)
	add := func(f float64) {
		bits := math.Float64bits(f)
		if f != f {
			bits = 1
		}
		hash = (hash ^ bits) * 1099511628211
	}
	kinds := map[string]int{}
	for _, x := range all {
		for _, y := range all {
			q := x / y
			p := x * y
			s := complex64(x) / complex64(y)
			add(real(q))
			add(imag(q))
			add(real(p))
			add(imag(p))
			add(float64(real(s)))
			add(float64(imag(s)))
			switch {
			case q != q:
				kinds["NaN"]++
			case math.IsInf(real(q), 0) || math.IsInf(imag(q), 0):
				kinds["Inf"]++
			case q == 0:
				kinds["zero"]++
			default:
				kinds["finite"]++
			}
		}
		fmt.Println(x, x/(1+1i), x/complex(0, 0), 1i/x, x/complex(inf, -inf))
	}
	fmt.Println(kinds, hash)
}

// expect: (0+0i) (0+0i) (NaN+NaNi) (NaN+Infi) (0+0i)
// expect: (0-0i) (0-0i) (NaN+NaNi) (NaN+Infi) (0+0i)
// expect: (0+1i) (0.5+0.5i) (NaN+Infi) (1+0i) (-0+0i)
// expect: (0-2.5i) (-1.25-1.25i) (NaN-Infi) (-0.4+0i) (0-0i)
// expect: (0+1e+308i) (5e+307+5e+307i) (NaN+Infi) (1e-308+0i) (-0+0i)
// expect: (0+Infi) (+Inf+Infi) (NaN+Infi) (0+0i) (NaN+NaNi)
// expect: (0-Infi) (-Inf-Infi) (NaN-Infi) (-0+0i) (NaN+NaNi)
// expect: (0+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (-0+0i) (0+0i) (NaN+NaNi) (NaN-Infi) (-0+0i)
// expect: (-0-0i) (-0+0i) (NaN+NaNi) (NaN-Infi) (0-0i)
// expect: (-0+1i) (0.5+0.5i) (NaN+Infi) (1-0i) (-0+0i)
// expect: (-0-2.5i) (-1.25-1.25i) (NaN-Infi) (-0.4-0i) (0-0i)
// expect: (-0+1e+308i) (5e+307+5e+307i) (NaN+Infi) (1e-308-0i) (-0+0i)
// expect: (-0+Infi) (+Inf+Infi) (NaN+Infi) (0-0i) (NaN+NaNi)
// expect: (-0-Infi) (-Inf-Infi) (NaN-Infi) (-0-0i) (NaN+NaNi)
// expect: (-0+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (1+0i) (0.5-0.5i) (+Inf+NaNi) (0+1i) (0+0i)
// expect: (1-0i) (0.5-0.5i) (+Inf+NaNi) (0+1i) (0+0i)
// expect: (1+1i) (1+0i) (+Inf+Infi) (0.5+0.5i) (0+0i)
// expect: (1-2.5i) (-0.75-1.75i) (+Inf-Infi) (-0.3448275862068966+0.13793103448275862i) (0-0i)
// expect: (1+1e+308i) (5e+307+5e+307i) (+Inf+Infi) (1e-308+0i) (-0+0i)
// expect: (1+Infi) (+Inf+Infi) (+Inf+Infi) (0+0i) (NaN+NaNi)
// expect: (1-Infi) (-Inf-Infi) (+Inf-Infi) (-0+0i) (NaN+NaNi)
// expect: (1+NaNi) (NaN+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (-2.5+0i) (-1.25+1.25i) (-Inf+NaNi) (-0-0.4i) (-0-0i)
// expect: (-2.5-0i) (-1.25+1.25i) (-Inf+NaNi) (-0-0.4i) (-0-0i)
// expect: (-2.5+1i) (-0.75+1.75i) (-Inf+Infi) (0.13793103448275862-0.3448275862068966i) (-0-0i)
// expect: (-2.5-2.5i) (-2.5+0i) (-Inf-Infi) (-0.2-0.2i) (0-0i)
// expect: (-2.5+1e+308i) (5e+307+5e+307i) (-Inf+Infi) (1e-308-0i) (-0+0i)
// expect: (-2.5+Infi) (+Inf+Infi) (-Inf+Infi) (0-0i) (NaN+NaNi)
// expect: (-2.5-Infi) (-Inf-Infi) (-Inf-Infi) (-0-0i) (NaN+NaNi)
// expect: (-2.5+NaNi) (NaN+NaNi) (-Inf+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (1e+308+0i) (5e+307-5e+307i) (+Inf+NaNi) (0+1e-308i) (0+0i)
// expect: (1e+308-0i) (5e+307-5e+307i) (+Inf+NaNi) (0+1e-308i) (0+0i)
// expect: (1e+308+1i) (5e+307-5e+307i) (+Inf+Infi) (0+1e-308i) (0+0i)
// expect: (1e+308-2.5i) (5e+307-5e+307i) (+Inf-Infi) (-0+1e-308i) (0+0i)
// expect: (1e+308+1e+308i) (+Inf+0i) (+Inf+Infi) (0+0i) (0+NaNi)
// expect: (1e+308+Infi) (+Inf+Infi) (+Inf+Infi) (0+0i) (NaN+NaNi)
// expect: (1e+308-Infi) (-Inf-Infi) (+Inf-Infi) (-0+0i) (NaN+NaNi)
// expect: (1e+308+NaNi) (NaN+NaNi) (+Inf+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (+Inf+0i) (+Inf-Infi) (+Inf+NaNi) (0+0i) (NaN+NaNi)
// expect: (+Inf-0i) (+Inf-Infi) (+Inf+NaNi) (0+0i) (NaN+NaNi)
// expect: (+Inf+1i) (+Inf-Infi) (+Inf+Infi) (0+0i) (NaN+NaNi)
// expect: (+Inf-2.5i) (+Inf-Infi) (+Inf-Infi) (0+0i) (NaN+NaNi)
// expect: (+Inf+1e+308i) (+Inf-Infi) (+Inf+Infi) (0+0i) (NaN+NaNi)
// expect: (+Inf+Infi) (+Inf+NaNi) (+Inf+Infi) (0+0i) (NaN+NaNi)
// expect: (+Inf-Infi) (NaN-Infi) (+Inf-Infi) (-0+0i) (NaN+NaNi)
// expect: (+Inf+NaNi) (+Inf-Infi) (+Inf+NaNi) (0+0i) (NaN+NaNi)
// expect: (-Inf+0i) (-Inf+Infi) (-Inf+NaNi) (-0-0i) (NaN+NaNi)
// expect: (-Inf-0i) (-Inf+Infi) (-Inf+NaNi) (-0-0i) (NaN+NaNi)
// expect: (-Inf+1i) (-Inf+Infi) (-Inf+Infi) (-0-0i) (NaN+NaNi)
// expect: (-Inf-2.5i) (-Inf+Infi) (-Inf-Infi) (-0-0i) (NaN+NaNi)
// expect: (-Inf+1e+308i) (-Inf+Infi) (-Inf+Infi) (-0-0i) (NaN+NaNi)
// expect: (-Inf+Infi) (NaN+Infi) (-Inf+Infi) (0-0i) (NaN+NaNi)
// expect: (-Inf-Infi) (-Inf+NaNi) (-Inf-Infi) (-0-0i) (NaN+NaNi)
// expect: (-Inf+NaNi) (-Inf+Infi) (-Inf+NaNi) (0-0i) (NaN+NaNi)
// expect: (NaN+0i) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (NaN-0i) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: (NaN+1i) (NaN+NaNi) (NaN+Infi) (NaN+NaNi) (NaN+NaNi)
// expect: (NaN-2.5i) (NaN+NaNi) (NaN-Infi) (NaN+NaNi) (NaN+NaNi)
// expect: (NaN+1e+308i) (NaN+NaNi) (NaN+Infi) (NaN+NaNi) (NaN+NaNi)
// expect: (NaN+Infi) (+Inf+Infi) (NaN+Infi) (0+0i) (NaN+NaNi)
// expect: (NaN-Infi) (-Inf-Infi) (NaN-Infi) (-0+0i) (NaN+NaNi)
// expect: (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: map[Inf:366 NaN:2512 finite:418 zero:800] 4541048822603898447
