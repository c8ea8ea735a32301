// A map that grows while it is gone through, and loses entries: each that is there all the time comes once, one
// that is deleted before its turn does not come, a new one comes once at most.
package main

import "fmt"

// visit goes through a map of n entries, deletes the odd ones when it meets the first entry, and adds more each time.
func visit(n, more int) (seen, odd, twice int) {
	m := map[int]int{}
	for i := range n {
		m[i] = i
	}
	times := map[int]int{}
	first := true
	for k := range m {
		times[k]++
		if first {
			for i := 1; i < n; i += 2 {
				if i != k {
					delete(m, i)
				}
			}
		}
		for i := range more {
			m[n+2*(len(m)*more+i)] = 0
		}
		if len(times) > 4*n {
			break
		}
		if first && k%2 == 1 {
			times[k]--
		}
		first = false
	}
	for k, count := range times {
		switch {
		case count > 1:
			twice++
		case k < n && k%2 == 1 && count == 1:
			odd++
		case k < n && count == 1:
			seen++
		}
	}
	return seen, odd, twice
}

func main() {
	for _, n := range []int{1, 7, 8, 9, 100, 1000} {
		_, odd, twice := visit(n, 3)
		fmt.Println(n, odd, twice)
	}
	// expect: 1 0 0
	// expect: 7 0 0
	// expect: 8 0 0
	// expect: 9 0 0
	// expect: 100 0 0
	// expect: 1000 0 0
	seen, odd, twice := visit(1000, 0)
	fmt.Println(seen, odd, twice) // expect: 500 0 0
	m := map[string]int{"a": 1}
	for k := range m {
		for i := range 100 {
			m[fmt.Sprint(k, i)] = i
		}
		clear(m)
	}
	fmt.Println(len(m)) // expect: 0
}
