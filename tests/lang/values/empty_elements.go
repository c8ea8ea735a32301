// Slices whose elements have no size grow and are copied as others are.
package main

import "fmt"

func main() {
	var s []struct{}
	for range 100 {
		s = append(s, struct{}{})
	}
	s = append(s, s...)
	fmt.Println(len(s), cap(s) >= 200)                                    // expect: 200 true
	fmt.Println(copy(s[:10], s[50:]), len(s[10:20:30]), cap(s[10:20:30])) // expect: 10 10 20
	var a [][0]int
	a = append(a, [0]int{}, [0]int{})
	fmt.Println(len(a), a[1]) // expect: 2 []
	m := map[struct{}]int{{}: 1}
	m[s[199]]++
	fmt.Println(m) // expect: map[{}:2]
}
