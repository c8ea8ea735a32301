// A loop over a map that adds entries to it ends: new ones are left out, under every schedule, also
// when the map moves meanwhile, and those that are deleted and added again.
package main

import "fmt"

func main() {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	for k, v := range m {
		delete(m, k)
		m["x"+k] = v
	}
	fmt.Println(len(m), m["xa"], m["xb"], m["xc"]) // expect: 3 1 2 3
	n := map[int]bool{0: true}
	rounds := 0
	for k := range n {
		rounds++
		for i := 1; i < 100; i++ {
			n[k+i] = true
		}
	}
	fmt.Println(rounds, len(n)) // expect: 1 100
	q := map[int]int{1: 1, 2: 2}
	for k := range q {
		clear(q)
		q[k+10] = k
	}
	fmt.Println(len(q)) // expect: 1
}
