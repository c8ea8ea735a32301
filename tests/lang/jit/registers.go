// Values of several registers, parts of registers, and what overlaps, in compiled loops.
//
// args: --jit all
package main

import "fmt"

type pair struct{ a, b string }

type small struct {
	x int8
	y uint16
	z int32
	f float32
}

type deep struct {
	s    []int
	next *deep
	v    small
}

func strings() {
	names := []string{"one", "two", "three", "four"}
	pairs := make([]pair, 4)
	a, b := "left", "right"
	for i := 0; i < 8; i++ {
		a, b = b, a
		pairs[i%4] = pair{a, names[(i+1)%4]}
		names[i%4], names[(i+2)%4] = names[(i+2)%4], names[i%4]
	}
	fmt.Println(a, b, names, pairs) // expect: left right [one two three four] [{right two} {left one} {right two} {left one}]
	runes, bytes := 0, 0
	for k := 0; k < 3; k++ {
		for i, r := range "aé€\xff😀b" {
			runes += int(r) * (i + 1)
		}
		for i := 0; i < len("aé€"); i++ {
			bytes += int("aé€"[i])
		}
	}
	fmt.Println(runes, bytes) // expect: 4566066 2967
}

func parts() {
	var v small
	var array [4]uint16
	list := make([]small, 3)
	for i := 0; i < 300; i++ {
		v.x += int8(i)
		v.y -= uint16(i)
		v.z = v.z*3 + int32(v.x)
		v.f = v.f/3 + float32(v.y)
		array[1] += v.y
		array[3] ^= array[1]
		list[i%3] = v
		v = list[(i+1)%3]
	}
	fmt.Println(v, array, list) // expect: {2 50686 -543039128 76250.625} [0 57864 0 11687] [{2 50686 -543039128 76250.625} {102 50586 -1971136494 76101.375} {-54 50486 -1380437060 75952.125}]
}

func pointers() {
	var nodes *deep
	for i := 0; i < 20; i++ {
		nodes = &deep{s: []int{i, i * i}, next: nodes}
	}
	sum := 0
	for k := 0; k < 3; k++ {
		for n := nodes; n != nil; n = n.next {
			s := n.s
			n.s = n.s[:1]
			sum += s[len(s)-1] + int(n.v.z)
			n.v.z++
			p := &n.v
			p.f += 0.5
		}
	}
	fmt.Println(sum, nodes.v)                      // expect: 2910 {0 0 3 1.5}
	defer func() { fmt.Println(recover(), sum) }() // expect: runtime error: invalid memory address or nil pointer dereference 2910
	for n := nodes; ; n = n.next {
		sum += n.s[0] - n.s[0]
	}
}

func depth(n int) int {
	if n == 0 {
		return 0
	}
	sum := 0
	for i := 0; i < 3; i++ {
		sum += leaf(i, n)
	}
	return sum + depth(n-1)
}

func leaf(i, n int) int {
	var a, b, c, d, e = i, n, i + n, i - n, i * n
	if a > b {
		return c
	}
	return a ^ b ^ c ^ d ^ e
}

func main() {
	strings()
	parts()
	pointers()
	fmt.Println(depth(5000)) // expect: -41454600
}
