// Operations that machine code leaves to the machine: of strings, maps, wide values, interfaces, and defer.
//
// args: --jit all
package main

import (
	"errors"
	"fmt"
)

type wide struct {
	a    int
	name string
	f    float32
	b    [3]int8
}

type namer interface{ Name() string }

func (w wide) Name() string { return w.name }

func floats(a, b float64) (float64, float64) { return min(a, b), max(a, b) }

func order(a, b string) (bool, bool, bool, bool) { return a < b, a <= b, a == b, a > b }

func runes(s string) (int, string) {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return len(r), string(r)
}

func lookUp(m map[string]int, keys ...string) (sum, found int) {
	for _, key := range keys {
		sum += m[key]
		if _, ok := m[key]; ok {
			found++
		}
	}
	return
}

func count(n int) (sum int) {
	m := map[int]int{}
	for i := 0; i < n; i++ {
		m[i%7] = m[i%7] + i
	}
	for _, v := range m {
		sum += v
	}
	clear(m)
	return sum + len(m)
}

func empty(s []wide, n []int) {
	clear(s)
	clear(n)
}

func equal(a, b wide, c, d any) (same bool, err any) {
	defer func() { err = recover() }()
	return a == b && c == d, nil
}

func named(v any) string {
	if n, ok := v.(namer); ok {
		return n.Name()
	}
	if err, ok := v.(error); ok {
		return err.Error()
	}
	return "none"
}

func divide(a, b int) (q int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%d / %d: %v", a, b, r)
		}
	}()
	for i := 0; i < 3; i++ {
		defer func() { q += i }()
	}
	return a / b, nil
}

func main() {
	fmt.Println(floats(1.5, -2))                                            // expect: -2 1.5
	fmt.Println(order("abc", "abd"))                                        // expect: true true false false
	fmt.Println(order("abc", "ab"))                                         // expect: false false false true
	fmt.Println(order("ab", "ab"))                                          // expect: false true true false
	fmt.Println(runes("größe"))                                             // expect: 5 eßörg
	fmt.Println(lookUp(map[string]int{"a": 1, "b": 2}, "a", "c", "b", "a")) // expect: 4 3
	fmt.Println(lookUp(nil, "a"))                                           // expect: 0 0
	fmt.Println(count(1000))                                                // expect: 499500
	s, n := []wide{{a: 1, name: "x"}, {f: 2}}, []int{1, 2, 3}
	empty(s[1:], n[:2])
	fmt.Println(s, n) // expect: [{1 x 0 [0 0 0]} {0  0 [0 0 0]}] [0 0 3]
	w := wide{1, "w", 1.5, [3]int8{1, -1, 1}}
	v := w
	fmt.Println(equal(w, v, w, v)) // expect: true <nil>
	v.b[2] = 0
	fmt.Println(equal(w, v, 1, 1))                                      // expect: false <nil>
	fmt.Println(equal(w, w, "a", 1))                                    // expect: false <nil>
	fmt.Println(equal(w, w, []int{1}, []int{}))                         // expect: false runtime error: comparing uncomparable type []int
	fmt.Println(named(w), named(errors.New("e")), named(1), named(nil)) // expect: w e none none
	fmt.Println(divide(7, 2))                                           // expect: 6 <nil>
	fmt.Println(divide(7, 0))                                           // expect: 3 7 / 0: runtime error: integer divide by zero
}
