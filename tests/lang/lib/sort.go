package main

import (
	"fmt"
	"sort"
)

type byLen []string

func (b byLen) Len() int           { return len(b) }
func (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLen) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	xs := make([]int, 1000)
	for i := range xs {
		xs[i] = (i * 7919) % 1009
	}
	sort.Ints(xs)
	fmt.Println(sort.IntsAreSorted(xs), xs[0], xs[999]) // expect: true 0 1008
	words := byLen{"ccc", "a", "bb", "dddd"}
	sort.Sort(words)
	fmt.Println(words) // expect: [a bb ccc dddd]
	sort.Sort(sort.Reverse(words))
	fmt.Println(words) // expect: [dddd ccc bb a]
	people := []struct {
		name string
		age  int
	}{{"x", 3}, {"y", 1}, {"z", 3}, {"w", 1}}
	sort.SliceStable(people, func(i, j int) bool { return people[i].age < people[j].age })
	fmt.Println(people)                                                   // expect: [{y 1} {w 1} {x 3} {z 3}]
	fmt.Println(sort.SearchInts([]int{1, 3, 5}, 4), sort.Search(100, func(i int) bool { return i*i >= 50 })) // expect: 2 8
	s := []string{"b", "c", "a"}
	sort.Strings(s)
	fmt.Println(s) // expect: [a b c]
}
