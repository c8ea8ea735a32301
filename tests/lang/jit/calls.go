// A panic in a function that was compiled into the loop of its caller has the frames of all of them.
//
// args: --jit all
package main

import (
	"fmt"
	"runtime"
)

var where = -1

func third(s []int, i int) int {
	if i == where {
		_, _, line, _ := runtime.Caller(1)
		fmt.Println("called from line", line) // expect: called from line 26
		// expect: called from line 26
		// expect: called from line 26
	}
	return s[i] // panic: runtime error: index out of range \[7\] with length 7
}

func second(s []int, i int) int {
	sum := 0
	for k := 0; k < 3; k++ {
		sum += third(s, i+k) // stderr: calls.go:26
	}
	return sum
}

func first(s []int) (sum int) {
	for i := range s {
		sum += second(s, i) // stderr: calls.go:33
	}
	return
}

func main() {
	s := []int{1, 2, 3, 4, 5, 0, 0}
	where = 4
	func() {
		defer func() { fmt.Println(recover()) }() // expect: runtime error: index out of range [7] with length 7
		first(s)
	}()
	where = -1
	first(s)
}
