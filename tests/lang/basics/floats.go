package main

import (
	"fmt"
	"math"
)

func main() {
	a, b := 0.1, 0.2
	fmt.Println(a+b, float32(a)+float32(b)) // expect: 0.30000000000000004 0.3
	zero := 0.0
	inf, nan := 1/zero, zero/zero
	fmt.Println(inf, -inf, nan, nan == nan, nan != nan) // expect: +Inf -Inf NaN false true
	fmt.Println(inf > 1, nan < 1, nan >= 1, !(nan < 1)) // expect: true false false true
	fmt.Println(1/(-zero), 1/math.Copysign(0, -1)) // expect: -Inf -Inf
	fmt.Println(int(2.9*b*10), int(-a*29), uint8(a*100)) // expect: 5 -2 10
	fmt.Println(1e21, 1e20, 1e-5, 123456789.0, float32(1)/3) // expect: 1e+21 1e+20 1e-05 1.23456789e+08 0.33333334
	fmt.Println(math.MaxInt64, math.Sqrt(2), math.Floor(-1.5)) // expect: 9223372036854775807 1.4142135623730951 -2
	var f32 float32 = 16777216
	fmt.Println(f32+1 == f32, float64(f32)+1) // expect: true 1.6777217e+07
}
