package main

import "fmt"

// Built-in functions, too, take the results of a call with several.
func two() (int, int)           { return 4, 3 }
func toAppend() ([]int, int)    { return []int{1}, 2 }
func toCopy() ([]int, []int)    { return dst, []int{3} }
func toDelete() (map[int]int, int) { return m, 1 }

var dst = []int{0, 0}
var m = map[int]int{1: 1, 2: 2}

var global = append(toAppend())

func main() {
	fmt.Println(append(toAppend()), global) // expect: [1 2] [1 2]
	fmt.Println(copy(toCopy()), dst)        // expect: 1 [3 0]
	delete(toDelete())
	fmt.Println(m)          // expect: map[2:2]
	fmt.Println(min(two())) // expect: 3
	func() {
		x := 1
		f := func() (int, int) { x++; return x, 9 }
		fmt.Println(max(f()), x) // expect: 9 2
	}()
}
