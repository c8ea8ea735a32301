// A Pool that is copied, which it should not be, still returns what was put into it once.
package main

import (
	"fmt"
	"sync"
)

func main() {
	var p sync.Pool
	p.Put(7)
	q := p
	for i := range 5 {
		q.Put(i)
	}
	seen := map[any]int{}
	for range 7 {
		seen[p.Get()]++
		seen[q.Get()]++
	}
	fmt.Println(seen[7], seen[0] <= 1, seen[4])
}

// expect: 1 true 1
