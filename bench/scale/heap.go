// A list of as many objects as asked for, made among as much garbage, walked ten times.
package main

import (
	"os"
	"strconv"
)

type node struct {
	next  *node
	value int
}

var garbage *node

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var list *node
	for i := 0; i < n; i++ {
		list = &node{list, i}
		garbage = &node{nil, i}
	}
	sum := 0
	for round := 0; round < 10; round++ {
		for at := list; at != nil; at = at.next {
			sum += at.value
		}
	}
	println(sum)
}
