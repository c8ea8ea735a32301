package main

import (
	"fmt"
	"math"
)

func main() {
	fmt.Println(math.Pow(2, 10), math.Abs(-3.5), math.Ceil(1.2), math.Trunc(-1.7), math.Mod(7, 3), math.Hypot(3, 4)) // expect: 1024 3.5 2 -1 1 5
	fmt.Println(math.MaxInt32, math.MinInt64, math.Pi, math.MaxUint32)                                              // expect: 2147483647 -9223372036854775808 3.141592653589793 4294967295
	fmt.Println(math.Inf(1), math.IsNaN(math.NaN()), math.IsInf(math.Inf(-1), -1), math.Signbit(-0.5))              // expect: +Inf true true true
	fmt.Println(math.Float64bits(1.5), math.Float32frombits(0x40490fdb), math.Max(3, math.NaN()), math.Min(-1, 2))   // expect: 4609434218613702656 3.1415927 NaN -1
	fmt.Printf("%.4f %.4f %.4f %.4f\n", math.Sin(1), math.Exp(1), math.Log(10), math.Atan2(1, 1))                    // expect: 0.8415 2.7183 2.3026 0.7854
}
