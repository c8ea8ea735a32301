// Predeclared names can be redefined; each block has a scope of its own.
package main

import "fmt"

type int32 = string

func len(x string) int { return 42 }

func main() {
	true := false
	nil := 3
	var s int32 = "alias"
	fmt.Println(true, nil, s, len("x")) // expect: false 3 alias 42
	x := 1
	if x := 2; x > 1 {
		x := 3
		_ = x
		fmt.Println(x) // expect: 3
	} else if y := x; y > 0 {
		fmt.Println(y)
	}
	switch x := x + 10; {
	case x == 11:
		x++
		fmt.Println(x) // expect: 12
	}
	fmt.Println(x) // expect: 1
	string := func(int) int { return 7 }
	fmt.Println(string(0)) // expect: 7
}
