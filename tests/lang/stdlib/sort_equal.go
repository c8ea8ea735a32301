// Equal elements are left in the order in which Go leaves them: sort.Sort and sort.Slice move them from
// a dozen on, by the same steps.
package main

import (
	"fmt"
	"sort"
)

type pair struct{ key, at int }

type byKey []pair

func (b byKey) Len() int           { return len(b) }
func (b byKey) Less(i, j int) bool { return b[i].key < b[j].key }
func (b byKey) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func main() {
	for _, n := range []int{12, 20, 60, 1000} {
		x := uint32(7)
		a := make(byKey, n)
		for i := range a {
			x = x*1664525 + 1013904223
			a[i] = pair{int(x>>8) % 4, i}
		}
		b, c := append(byKey(nil), a...), append(byKey(nil), a...)
		sort.Sort(a)
		sort.Slice(b, func(i, j int) bool { return b[i].key < b[j].key })
		sort.Stable(c)
		fmt.Println(hash(a), hash(b), hash(c))
	}
}

func hash(pairs byKey) (h int) {
	for _, p := range pairs {
		h = (h*31 + p.at) % 1000003
	}
	return h
}

// expect: 191927 191927 191927
// expect: 485331 485331 88130
// expect: 276383 276383 763283
// expect: 191991 191991 52538
