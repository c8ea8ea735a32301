// Jn of 0 is 0 without a sign, as in Go and not in C.
package main

import (
	"fmt"
	"math"
)

func main() {
	for n := -3; n <= 3; n++ {
		fmt.Print(math.Jn(n, 0), " ", math.Jn(n, math.Copysign(0, -1)), " ")
	}
	fmt.Println() // expect: 0 0 0 0 0 0 1 1 0 0 0 0 0 0 
}
