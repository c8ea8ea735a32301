package main

import "fmt"

func find(grid [][]int, want int) (x, y int, ok bool) {
	for y = range grid {
		for x = range grid[y] {
			if grid[y][x] == want {
				ok = true
				goto found
			}
		}
	}
	return -1, -1, false
found:
	return
}

func main() {
	fmt.Println(find([][]int{{1, 2}, {3, 4}}, 3)) // expect: 0 1 true
	fmt.Println(find(nil, 3))                       // expect: -1 -1 false
	i := 0
loop:
	switch {
	case i < 3:
		i++
		goto loop
	case i == 3:
		i = 10
		break loop
	}
	fmt.Println(i) // expect: 10
}
