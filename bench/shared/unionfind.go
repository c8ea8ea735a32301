// Connected components: 64 goroutines join the ends of edges in a union-find forest whose nodes are
// guarded by 64 striped locks, taken in order of their numbers.
package main

import (
	"fmt"
	"sync"
)

const (
	nodes   = 4000
	edges   = 6000
	workers = 64
	stripes = 64
)

type edge struct{ from, to int }

type forest struct {
	parent [nodes]int
	locks  [stripes]sync.Mutex
	joins  [stripes]int
}

var (
	sets  forest
	input []edge
)

func init() {
	x := uint32(5)
	for i := 0; i < edges; i++ {
		x = x*1664525 + 1013904223
		from := int(x>>8) % nodes
		x = x*1664525 + 1013904223
		input = append(input, edge{from, int(x>>8) % nodes})
	}
	for i := range sets.parent {
		sets.parent[i] = i
	}
}

func (f *forest) root(node int) int {
	for {
		lock := &f.locks[node%stripes]
		lock.Lock()
		up := f.parent[node]
		lock.Unlock()
		if up == node {
			return node
		}
		node = up
	}
}

func (f *forest) lockBoth(a, b int) func() {
	a, b = a%stripes, b%stripes
	if a > b {
		a, b = b, a
	}
	f.locks[a].Lock()
	if b != a {
		f.locks[b].Lock()
	}
	return func() {
		if b != a {
			f.locks[b].Unlock()
		}
		f.locks[a].Unlock()
	}
}

func (f *forest) join(a, b int) {
	for {
		a, b = f.root(a), f.root(b)
		if a == b {
			return
		}
		if a > b {
			a, b = b, a
		}
		unlock := f.lockBoth(a, b)
		if f.parent[a] == a && f.parent[b] == b {
			f.parent[b] = a
			f.joins[b%stripes]++
			unlock()
			return
		}
		unlock()
	}
}

func main() {
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func(part []edge) {
			defer wg.Done()
			for _, e := range part {
				sets.join(e.from, e.to)
			}
		}(input[w*edges/workers : (w+1)*edges/workers])
	}
	wg.Wait()
	joins, roots, sum := 0, 0, 0
	for _, n := range sets.joins {
		joins += n
	}
	for i := range sets.parent {
		root := sets.root(i)
		if root == i {
			roots++
		}
		sum += root * (i%7 + 1)
	}
	fmt.Println("joins", joins, "components", roots, "sum", sum)
}
