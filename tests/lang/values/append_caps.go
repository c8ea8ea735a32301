// append grows by gc's rules and size classes, which cap shows.
package main

import "fmt"

type triple struct{ a, b, c byte }

func main() {
	var ints []int
	var bytes []byte
	var strings []string
	var triples []triple
	caps := [4][]int{}
	for i := 0; i < 2000; i++ {
		ints = append(ints, i)
		bytes = append(bytes, byte(i))
		strings = append(strings, "")
		triples = append(triples, triple{})
		for k, c := range []int{cap(ints), cap(bytes), cap(strings), cap(triples)} {
			if n := len(caps[k]); n == 0 || caps[k][n-1] != c {
				caps[k] = append(caps[k], c)
			}
		}
	}
	for _, c := range caps {
		fmt.Println(c)
	}
	// expect: [1 2 4 8 16 32 64 128 256 512 848 1280 1792 2560]
	// expect: [8 16 32 64 128 256 512 896 1408 2048]
	// expect: [1 2 4 8 16 32 64 128 256 512 848 1280 1792 2560]
	// expect: [2 5 10 21 42 85 170 341 682 1066 1621 2261]
	fmt.Println(cap(append([]byte(nil), "hello world"...)), cap(append([]int{1, 2, 3}, 4, 5, 6, 7)))
	// expect: 16 8
	fmt.Println(cap(append([]int64(nil), make([]int64, 5000)...)))
	// expect: 5120
	// All size classes: the sum and the number of capacities of byte slices of each length.
	sum, classes, last := 0, 0, 0
	for n := 1; n <= 40000; n++ {
		c := cap(append([]byte(nil), make([]byte, n)...))
		if c < n {
			fmt.Println("too small:", n, c)
		}
		if c != last {
			classes++
			sum += c * classes
		}
		last = c
	}
	fmt.Println(classes, sum)
	// expect: 68 24067264
}
