// Breadth-first search, level by level: 4 goroutines expand parts of the frontier; the distances are
// claimed with compare-and-swap, each goroutine collects its part of the next frontier.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	nodes   = 30000
	degree  = 6
	workers = 4
)

type graph struct {
	first []int32
	edges []int32
}

type part struct {
	found []int32
	looks int
}

var (
	network  graph
	distance [nodes]int32
	parts    [workers]part
	levels   []int
)

func build() {
	x := uint32(2024)
	network.first = make([]int32, nodes+1)
	for i := 0; i < nodes; i++ {
		network.first[i] = int32(len(network.edges))
		for k := 0; k < degree; k++ {
			x = x*1664525 + 1013904223
			to := (i + 1 + int(x>>8)%997) % nodes
			network.edges = append(network.edges, int32(to))
		}
	}
	network.first[nodes] = int32(len(network.edges))
}

func expand(p *part, frontier []int32, level int32, wg *sync.WaitGroup) {
	defer wg.Done()
	p.found = p.found[:0]
	for _, node := range frontier {
		for e := network.first[node]; e < network.first[node+1]; e++ {
			to := network.edges[e]
			p.looks++
			if atomic.LoadInt32(&distance[to]) == 0 &&
				atomic.CompareAndSwapInt32(&distance[to], 0, level) {
				p.found = append(p.found, to)
			}
		}
	}
}

func search(start int32) int {
	frontier := []int32{start}
	distance[start] = 1
	visited := 1
	for level := int32(2); len(frontier) > 0; level++ {
		var wg sync.WaitGroup
		for w := 0; w < workers; w++ {
			from, to := len(frontier)*w/workers, len(frontier)*(w+1)/workers
			wg.Add(1)
			go expand(&parts[w], frontier[from:to], level, &wg)
		}
		wg.Wait()
		var next []int32
		for w := range parts {
			next = append(next, parts[w].found...)
		}
		levels = append(levels, len(frontier))
		visited += len(next)
		frontier = next
	}
	return visited
}

func main() {
	build()
	total, sum := 0, 0
	for s := 0; s < 4; s++ {
		for i := range distance {
			distance[i] = 0
		}
		total += search(int32(s * 7001 % nodes))
		for i, d := range distance {
			sum += int(d) * (i%3 + 1)
		}
	}
	looks := 0
	for _, p := range parts {
		looks += p.looks
	}
	fmt.Println("visited", total, "sum", sum, "looks", looks, "levels", len(levels))
}
