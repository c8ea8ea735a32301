package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
)

type point struct{ x, y int }

func main() {
	s := []int{3, 1, 2}
	slices.Sort(s)
	fmt.Println(s, slices.Contains(s, 2), slices.Index(s, 3), slices.Max(s), slices.Min(s))
	s = slices.Insert(s, 1, 9, 8)
	fmt.Println(s)
	s = slices.Delete(s, 0, 2)
	fmt.Println(s)
	m := map[string]int{"a": 1}
	n := maps.Clone(m)
	n["b"] = 2
	fmt.Println(maps.Equal(m, n), len(n))
	var p atomic.Pointer[point]
	fmt.Println(p.Load() == nil)
	p.Store(&point{1, 2})
	fmt.Println(*p.Load(), p.CompareAndSwap(nil, nil))
	f := sync.OnceValue(func() int { fmt.Println("once"); return 7 })
	fmt.Println(f(), f())
	ps := []point{{2, 1}, {1, 2}, {0, 3}}
	slices.SortFunc(ps, func(a, b point) int { return cmp.Compare(a.x, b.x) })
	fmt.Println(ps)
	big := make([]int, 1000)
	for i := range big {
		big[i] = (i * 7919) % 1000
	}
	slices.Sort(big)
	fmt.Println(slices.IsSorted(big), big[:5])
	i, ok := slices.BinarySearch(big, 500)
	fmt.Println(i, ok)
	fmt.Println(slices.Compact([]int{1, 1, 2, 2, 1}), slices.Concat([]int{1}, []int{2, 3}))
}
// expect: [1 2 3] true 2 3 1
// expect: [1 9 8 2 3]
// expect: [8 2 3]
// expect: false 2
// expect: true
// expect: {1 2} false
// expect: once
// expect: 7 7
// expect: [{0 3} {1 2} {2 1}]
// expect: true [0 1 2 3 4]
// expect: 500 true
// expect: [1 2 1] [1 2 3]
