// Calls happen from left to right; an assignment's operands are evaluated before it assigns.
package main

import "fmt"

func f(name string, v int) int {
	fmt.Print(name, " ")
	return v
}

func main() {
	a := []int{0, 0, 0}
	a[f("index", 1)] = f("value", 5)
	fmt.Println(a) // expect: index value [0 5 0]
	i := 0
	i, a[i] = 1, 2
	fmt.Println(i, a) // expect: 1 [2 5 0]
	x, y := 1, 2
	x, y = y, x
	fmt.Println(x, y, f("p", 1)+f("q", 2)*f("r", 3)) // expect: p q r 2 1 7
	m := map[string]int{}
	m["k"], x = x, 9
	fmt.Println(m["k"], x) // expect: 2 9
	_ = f("and", 0) == 1 && f("never", 0) == 0
	_ = f("or", 0) == 0 || f("never", 0) == 0
	fmt.Println() // expect: and or 
}
