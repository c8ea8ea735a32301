// Texts of panics as they were before Go 1.20.
// args: --go 1.19
package main

import (
	"fmt"
	"math"
)

func attempt(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	// expect: runtime error: cannot convert slice with length 2 to pointer to array with length 3
	attempt(func() {
		s := []int{1, 2}
		_ = (*[3]int)(s)
	})
	// expect: runtime error: growslice: cap out of range
	attempt(func() {
		all := make([]struct{}, math.MaxInt)
		all = append(all, struct{}{})
	})
}
