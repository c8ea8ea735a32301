// Maps and channels have pointers to large values, also to those without pointers in them: such a
// value was freed while it was there.
package main

import (
	"fmt"
	"runtime"
)

type large [512]uint64

func filled(n int) (v large) {
	for i := range v {
		v[i] = uint64(n)
	}
	return v
}

// differ counts the values that are not filled(0), filled(1), ...
func differ(count int, value func(i int) large) (n int) {
	for i := 0; i < count; i++ {
		if value(i) != filled(i) {
			n++
		}
	}
	return n
}

var (
	elems  = map[int]large{}
	keys   = map[large]int{}
	values []interface{}
	queue  = make(chan large, many)
	others [][]uint64
)

const many = 20

func fill() {
	for i := 0; i < many; i++ {
		elems[i] = filled(i)
		keys[filled(i)] = i
		values = append(values, filled(i))
		queue <- filled(i)
	}
}

// churn takes the memory of what is not reached any more.
func churn() {
	for i := 0; i < 10; i++ {
		runtime.GC()
		for j := 0; j < 10*many; j++ {
			other := make([]uint64, len(large{}))
			for k := range other {
				other[k] = 1 << 40
			}
			others = append(others, other)
		}
	}
}

func main() {
	fill()
	churn()
	fmt.Println(differ(many, func(i int) large { return elems[i] }))          // expect: 0
	fmt.Println(differ(many, func(i int) large { return values[i].(large) })) // expect: 0
	fmt.Println(differ(many, func(int) large { return <-queue }))             // expect: 0
	for i := 0; i < many; i++ {
		if at, ok := keys[filled(i)]; !ok || at != i {
			fmt.Println("lost", i)
		}
	}
}
