// Elements and lengths of slices that are in memory, whose capacity is used elsewhere.
package main

import "fmt"

type stack struct {
	items []int
	rows  [][]byte
}

var global = make([]int, 2, 9)

func (s *stack) push(v int)  { s.items = append(s.items, v) }
func (s *stack) top() int    { return s.items[len(s.items)-1] }
func (s *stack) room() int   { return cap(s.items) - len(s.items) }
func (s *stack) at() *int    { return &s.items[len(s.items)-1] }
func (s *stack) take() []int { t := s.items; t[0]++; return t[:cap(t)] }

func index(i int, calls *int) int { *calls++; return i }

func main() {
	s := &stack{items: make([]int, 0, 5), rows: [][]byte{make([]byte, 1, 4), nil}}
	for i := 0; i < 4; i++ {
		s.push(i * i)
		fmt.Print(s.top(), s.room(), " ")
	}
	*s.at() += 2
	fmt.Println(s.take(), len(s.rows[0]), cap(s.rows[0]), len(s.rows[1]))
	// expect: 0 4 1 3 4 2 9 1 [1 1 4 11 0] 1 4 0

	t := s.items
	first := t[0]
	fmt.Println(first, len(t), cap(t), len(global), cap(global), global[index(1, &global[0])], global)
	// expect: 1 4 5 2 9 0 [1 0]

	p := &global
	q := *p
	(*p)[1], q = len(*p), append(q, (*p)[0])
	fmt.Println(global, q, cap(q), len((*p)[1:]), cap((*p)[1:2]))
	// expect: [1 2] [1 2 1] 9 1 8
}
