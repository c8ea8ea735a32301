package main

import (
	"fmt"
	"sort"
)

type key struct {
	a int
	s string
}

func main() {
	m := map[string]int{"a": 1, "b": 2}
	m["c"]++
	v, ok := m["zz"]
	fmt.Println(m, len(m), v, ok, m["a"]) // expect: map[a:1 b:2 c:1] 3 0 false 1
	delete(m, "a")
	delete(m, "nope")
	_, ok = m["a"]
	fmt.Println(m, ok) // expect: map[b:2 c:1] false
	k := map[key][]int{}
	k[key{1, "x"}] = append(k[key{1, "x"}], 5)
	fmt.Println(k, len(k[key{2, ""}])) // expect: map[{1 x}:[5]] 0
	any := map[interface{}]string{1: "int", "1": "string", 1.0: "float", [1]int{1}: "array"}
	fmt.Println(any[1], any["1"], any[1.0], any[[1]int{1}], any[int64(1)] == "") // expect: int string float array true
	var none map[int]int
	fmt.Println(none[3], len(none), none == nil) // expect: 0 0 true
	big := map[int]int{}
	for i := 0; i < 1000; i++ {
		big[i*i] = i
	}
	for i := range big {
		if i%2 == 0 {
			delete(big, i)
		}
	}
	keys := []int{}
	sum := 0
	for i, v := range big {
		keys = append(keys, i)
		sum += v
	}
	sort.Ints(keys)
	fmt.Println(len(big), keys[:3], sum) // expect: 500 [1 9 25] 250000
	nan := 0.0
	nan /= nan
	odd := map[float64]int{nan: 1}
	odd[nan] = 2
	_, ok = odd[nan]
	fmt.Println(len(odd), ok) // expect: 2 false
	defer func() { fmt.Println(recover()) }() // expect: assignment to entry in nil map
	none[1] = 1
}
