// Many integer cases are searched, not tried one after the other.
package main

import "fmt"

func signed(x int) int {
	switch x {
	case 3:
		return 1
	case -5, 7:
		return 2
	case 100:
		return 3
	case 0:
		return 4
	case 55:
		return 5
	case 8, 9, 10:
		return 6
	case 1000:
		fallthrough
	case 12:
		return 7
	default:
		return -1
	}
}

func unsigned(x uint64) (n int) {
	switch x {
	case 1, 2, 3, 4, 5, 6, 7, 8:
		n = int(x)
	case 700:
		n = 70
	}
	return
}

func main() {
	for _, x := range []int{3, -5, 7, 100, 0, 55, 8, 9, 10, 1000, 12, 13, -6, 1 << 40, -1 << 62, 101} {
		fmt.Print(signed(x), " ")
	}
	fmt.Println()
	for _, x := range []uint64{0, 1, 2, 5, 8, 9, 700, 701, 1 << 63, 1<<64 - 1} {
		fmt.Print(unsigned(x), " ")
	}
	fmt.Println()
}

// expect: 1 2 2 3 4 5 6 6 6 7 7 -1 -1 -1 -1 -1 
// expect: 0 1 2 5 8 0 70 0 0 0 
