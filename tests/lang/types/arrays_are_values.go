package main

import "fmt"

type pair struct {
	a [2]int
	s string
}

func change(x [3]int) [3]int {
	x[0] = 100
	return x
}

func main() {
	a := [3]int{1, 2, 3}
	b := a
	b[1] = 20
	fmt.Println(a, b, change(a), a == b, a == [3]int{1, 2, 3}) // expect: [1 2 3] [1 20 3] [100 2 3] false true
	p := pair{[2]int{1, 2}, "x"}
	q := p
	q.a[0] = 9
	fmt.Println(p, q, p == q, p == pair{[2]int{1, 2}, "x"}) // expect: {[1 2] x} {[9 2] x} false true
	for i, v := range a { // ranges over a copy
		a[2] = 50
		fmt.Print(i, v, " ")
	}
	fmt.Println(a) // expect: 0 1 1 2 2 3 [1 2 50]
	var grid [2][3]int
	grid[1][2] = 5
	row := grid[1]
	row[0] = 1
	fmt.Println(grid, row) // expect: [[0 0 0] [0 0 5]] [1 0 5]
	big := [1000]int{999: 1}
	other := big
	other[0] = 1
	fmt.Println(big[0], other[0], big == other, len(big)) // expect: 0 1 false 1000
	var f interface{} = a
	a[0] = 77
	fmt.Println(f, f == [3]int{1, 2, 50}) // expect: [1 2 50] true
}
