// Values of several words: copied word by word in machine code, boxed in interfaces, and loaded over
// the registers that say where they are. Deferred calls and strings that are not ASCII in loops.
//
// args: --jit all
package main

import "fmt"

type person struct {
	id, next int
	name     string
	pay      float64
	tags     []string
	boss     *person
	extra    any
}

// Its last word is not a whole one.
type odd struct {
	a, b int64
	c    int32
}

type big [40]int

func (p person) total() int { return p.id + len(p.name) + len(p.tags) + int(p.pay) }

func walk(ps []person) int {
	sum, p := 0, ps[0]
	for i := 0; i < 40; i++ {
		p = ps[p.next]
		sum = sum*3%10007 + p.total()
		ps[i%len(ps)].pay += p.pay / 2
		ps[(i*7)%len(ps)], ps[i%len(ps)] = ps[i%len(ps)], ps[(i*7)%len(ps)]
	}
	return sum
}

func boxes(vs []any) (n int) {
	for i := 0; i < 60; i++ {
		switch v := vs[i%len(vs)].(type) {
		case person:
			n += v.total()
		case odd:
			n += int(v.a*3+v.b) + int(v.c)
		case big:
			n += v[i%len(v)]
		case struct{}:
			n++
		case float64:
			n += int(v)
		}
	}
	return n
}

func bosses(p *person, n int) (sum int, err any) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		boss := *p.boss
		sum += boss.id
		p = p.boss
	}
	return
}

func outside(ps []person, n int) (last string, err any) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		p := ps[i]
		last = p.name
	}
	return
}

var order []int

// The deferred calls of a frame, one of which defers, too, and one that panics in the middle.
func deferring(n int) (r int) {
	defer func() {
		if e := recover(); e != nil {
			r = -r
		}
	}()
	for i := 0; i < n%4; i++ {
		defer func(k int) {
			defer func() { order = append(order, k) }()
			r += k
			if n%10 == 7 && k == 1 {
				panic(k)
			}
		}(i)
	}
	return n
}

func runes(s string) (n int) {
	for i, r := range s {
		n = n*31%100003 + i*int(r)
	}
	return n
}

func main() {
	ps := make([]person, 9)
	for i := range ps {
		ps[i] = person{id: i, next: (i*4 + 1) % 9, name: "abcdefghij"[:i+1], pay: float64(i) * 1.5,
			tags: make([]string, i%3), extra: i}
		if i > 0 {
			ps[i].boss = &ps[i-1]
		}
	}
	fmt.Println(walk(ps), boxes([]any{ps[3], odd{1, 2, -3}, big{5: 7, 9: 2}, struct{}{}, 2.5, "x"})) // expect: 2996 1010
	chain := make([]person, 5)
	for i := 1; i < len(chain); i++ {
		chain[i].id, chain[i].boss = i, &chain[i-1]
	}
	fmt.Println(bosses(&chain[4], 4)) // expect: 6 <nil>
	fmt.Println(bosses(&chain[4], 5)) // expect: 6 runtime error: invalid memory address or nil pointer dereference
	fmt.Println(outside(ps, 9)) // expect: abcdefghi <nil>
	fmt.Println(outside(ps, 10)) // expect: abcdefghi runtime error: index out of range [9] with length 9
	sum := 0
	for i := 0; i < 200; i++ {
		sum += deferring(i)
	}
	fmt.Println(sum, len(order), order[:12]) // expect: 18100 300 [0 1 0 2 1 0 0 1 0 2 1 0]
	fmt.Println(runes("plain"), runes("zwölf Äpfel, 世界 \xff\xf0 🙂"), runes("é")) // expect: 13965 3288151 0
}
