// min and max of floats, as variables: NaN if either is, and -0 is less than 0.
package main

import (
	"fmt"
	"math"
)

func least(a, b float64) float64         { return min(a, b) }
func most(a, b float64) float64          { return max(a, b) }
func narrow(a, b float32) (x, y float32) { return min(a, b), max(a, b) }

func main() {
	nan, zero, minus := math.NaN(), 0.0, math.Copysign(0, -1)
	for _, p := range [][2]float64{{1, 2}, {2, 1}, {nan, 1}, {1, nan}, {nan, nan}, {zero, minus}, {minus, zero},
		{zero, zero}, {minus, minus}, {math.Inf(1), 1}, {1, math.Inf(-1)}, {3, 3}} {
		a, b := least(p[0], p[1]), most(p[0], p[1])
		c, d := narrow(float32(p[0]), float32(p[1]))
		fmt.Println(p, a, b, c, d, math.Signbit(a), math.Signbit(b), math.Signbit(float64(c)), math.Signbit(float64(d)))
	}
}

// expect: [1 2] 1 2 1 2 false false false false
// expect: [2 1] 1 2 1 2 false false false false
// expect: [NaN 1] NaN NaN NaN NaN false false false false
// expect: [1 NaN] NaN NaN NaN NaN false false false false
// expect: [NaN NaN] NaN NaN NaN NaN false false false false
// expect: [0 -0] -0 0 -0 0 true false true false
// expect: [-0 0] -0 0 -0 0 true false true false
// expect: [0 0] 0 0 0 0 false false false false
// expect: [-0 -0] -0 -0 -0 -0 true true true true
// expect: [+Inf 1] 1 +Inf 1 +Inf false false false false
// expect: [1 -Inf] -Inf 1 -Inf 1 true false true false
// expect: [3 3] 3 3 3 3 false false false false
