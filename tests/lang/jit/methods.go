// Calls of methods through interfaces in hot loops: of the type that is expected, of others, of none.
package main

import (
	"container/heap"
	"fmt"
	"runtime"
	"sort"
	"strings"
)

type shape interface {
	area() int
	scaled(by int) shape
}

type square struct{ side int }
type pair struct{ a, b int }
type small int
type named struct {
	shape
	name string
}

func (s *square) area() int          { return s.side * s.side }
func (s *square) scaled(k int) shape { return &square{s.side * k} }
func (p pair) area() int             { return p.a * p.b }
func (p pair) scaled(k int) shape    { p.a *= k; return p }
func (s small) area() int            { return int(s) }
func (s small) scaled(k int) shape   { return s * small(k) }

type words []string

func (w words) Len() int           { return len(w) }
func (w words) Less(i, k int) bool { return w[i] < w[k] }
func (w words) Swap(i, k int)      { w[i], w[k] = w[k], w[i] }

type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, k int) bool { return q[i] < q[k] }
func (q queue) Swap(i, k int)      { q[i], q[k] = q[k], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(int)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// The type at one call changes long after it was compiled; in the end there is none.
func changing(n int, shapes []shape) (sum int, said string) {
	defer func() { said = fmt.Sprint(recover(), " after ", sum) }()
	s := shapes[0]
	for i := 0; i < n; i++ {
		if i%1000 == 999 {
			s = shapes[i/1000%len(shapes)]
		}
		sum += s.area() & 0xff
	}
	return
}

func always(n int, s shape) (sum int) {
	for i := 0; i < n; i++ {
		sum += s.scaled(i & 3).area()
	}
	return
}

type teller struct{ lines []int }
type told interface{ tell(i int) }

func (t *teller) tell(i int) {
	if i%2500 == 2499 {
		for skip := 0; skip < 2; skip++ {
			_, _, line, _ := runtime.Caller(skip)
			t.lines = append(t.lines, line)
		}
	}
}

func telling(n int, t told) {
	for i := 0; i < n; i++ {
		t.tell(i)
	}
}

type faulty struct{ limit int }

func (f faulty) area() int        { f.limit--; return 10 / f.limit }
func (f faulty) scaled(int) shape { return faulty{f.limit - 1} }

func failing(s shape) (at int, said string) {
	defer func() { said = fmt.Sprint(recover()) }()
	for ; at < 9000; at++ {
		s = s.scaled(at)
		at += s.area() & 0
	}
	return
}

func main() {
	shapes := []shape{&square{3}, pair{2, 5}, small(7), named{pair{1, 4}, "x"}, &named{small(9), "y"}}
	fmt.Println(changing(20000, shapes))
	fmt.Println(changing(20000, append(shapes, nil)))
	for _, s := range shapes {
		fmt.Println(always(3000, s))
	}
	t := &teller{}
	telling(5000, t)
	fmt.Println(t.lines)
	fmt.Println(failing(faulty{5000}))
	list := words(strings.Fields(strings.Repeat("one two three four five six ", 200)))
	sort.Sort(list)
	sort.Sort(sort.Reverse(list))
	fmt.Println(list[0], list[1199])
	q := &queue{}
	for i := 0; i < 3000; i++ {
		heap.Push(q, i*7919%3001)
	}
	sum := 0
	for i := 0; q.Len() > 0; i++ {
		sum += i * heap.Pop(q).(int) % 1000
	}
	fmt.Println(sum)
}

// expect: 156000 <nil> after 156000
// expect: 47991 runtime error: invalid memory address or nil pointer dereference after 47991
// expect: 94500
// expect: 45000
// expect: 31500
// expect: 18000
// expect: 40500
// expect: [76 84 76 84]
// expect: 4998 runtime error: integer divide by zero
// expect: two five
// expect: 1426014
