package main

import (
	"fmt"
	"os" // error: imported and not used
)

func f(unusedParameter int) int {
	x := 1 // error: declared and not used: x
	var y int // error: declared and not used: y
	y = 2
	for i, v := range []int{1} { // error: declared and not used: i
		fmt.Println(v)
	}
	return 1
}

func main() {
	f(1)
	1 + 2 // error: 1 \+ 2 .*not used
	f     // error: f .*not used
	len("x") // error: len\("x"\) .*not used
}
