// Generic containers: a linked list, a stack, a ring buffer, a set, an ordered map.
package main

import (
	"fmt"
	"sort"
	"strings"
)

type List[T any] struct {
	head, tail *node[T]
	size       int
}

type node[T any] struct {
	value T
	next  *node[T]
}

func (l *List[T]) Push(values ...T) *List[T] {
	for _, v := range values {
		n := &node[T]{value: v}
		if l.tail == nil {
			l.head = n
		} else {
			l.tail.next = n
		}
		l.tail = n
		l.size++
	}
	return l
}

func (l *List[T]) Each(f func(int, T)) {
	i := 0
	for n := l.head; n != nil; n = n.next {
		f(i, n.value)
		i++
	}
}

func (l *List[T]) Reverse() {
	var prev *node[T]
	l.tail = l.head
	for n := l.head; n != nil; {
		n.next, prev, n = prev, n, n.next
	}
	l.head = prev
}

type Stack[T any] []T

func (s *Stack[T]) Push(v T) { *s = append(*s, v) }
func (s *Stack[T]) Pop() (v T, ok bool) {
	if len(*s) == 0 {
		return
	}
	v = (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return v, true
}

type Ring[T any] struct {
	items       [4]T
	first, size int
}

func (r *Ring[T]) Put(v T) bool {
	if r.size == len(r.items) {
		return false
	}
	r.items[(r.first+r.size)%len(r.items)] = v
	r.size++
	return true
}

func (r *Ring[T]) Get() (v T) {
	if r.size > 0 {
		v = r.items[r.first]
		r.first = (r.first + 1) % len(r.items)
		r.size--
	}
	return v
}

type Set[K comparable] map[K]struct{}

func SetOf[K comparable](keys ...K) Set[K] {
	s := Set[K]{}
	for _, k := range keys {
		s[k] = struct{}{}
	}
	return s
}

func (s Set[K]) Has(k K) bool { _, ok := s[k]; return ok }
func (s Set[K]) Union(o Set[K]) Set[K] {
	u := Set[K]{}
	for k := range s {
		u[k] = struct{}{}
	}
	for k := range o {
		u[k] = struct{}{}
	}
	return u
}

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

type OrderedMap[K comparable, V any] struct {
	keys   []K
	values map[K]V
}

func (m *OrderedMap[K, V]) Set(k K, v V) {
	if m.values == nil {
		m.values = make(map[K]V)
	}
	if _, ok := m.values[k]; !ok {
		m.keys = append(m.keys, k)
	}
	m.values[k] = v
}

func (m *OrderedMap[K, V]) Pairs() []Pair[K, V] {
	var out []Pair[K, V]
	for _, k := range m.keys {
		out = append(out, Pair[K, V]{k, m.values[k]})
	}
	return out
}

func main() {
	var l List[string]
	l.Push("a", "b").Push("c")
	l.Reverse()
	l.Each(func(i int, s string) { fmt.Print(i, "=", s, " ") })
	fmt.Println(l.size)
	var s Stack[[]int]
	s.Push([]int{1})
	s.Push([]int{2, 3})
	v, ok := s.Pop()
	fmt.Println(v, ok, len(s))
	s.Pop()
	v, ok = s.Pop()
	fmt.Println(v, ok)
	var r Ring[Pair[string, float64]]
	for i, w := range strings.Fields("one two three four five") {
		fmt.Print(r.Put(Pair[string, float64]{w, float64(i) / 2}), " ")
	}
	fmt.Println(r.Get(), r.Get(), r.size)
	u := SetOf(3, 1).Union(SetOf(2, 1))
	keys := []int{}
	for k := range u {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	fmt.Println(keys, u.Has(2), u.Has(9), len(u))
	var m OrderedMap[[2]int, map[string]bool]
	m.Set([2]int{2, 1}, map[string]bool{"x": true})
	m.Set([2]int{1, 2}, nil)
	m.Set([2]int{2, 1}, map[string]bool{"y": false})
	fmt.Printf("%v %+v\n", m.Pairs(), m.Pairs()[1])
	fmt.Printf("%T %T %T\n", l, m, r)
}
// expect: 0=c 1=b 2=a 3
// expect: [2 3] true 1
// expect: [] false
// expect: true true true true false {one 0} {two 0.5} 2
// expect: [1 2 3] true false 3
// expect: [{[2 1] map[y:false]} {[1 2] map[]}] {Key:[1 2] Val:map[]}
// expect: main.List[string] main.OrderedMap[[2]int,map[string]bool] main.Ring[main.Pair[string,float64]]
