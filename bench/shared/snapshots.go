// Copy on write: 60 readers route requests by a table that they load from an atomic.Pointer, while 4
// writers replace it by changed copies.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	readers = 60
	writers = 4
	lookups = 2000
	changes = 40
	hosts   = 64
)

type route struct {
	host   string
	weight int
	hits   *int64
}

type table struct {
	version int
	routes  []route
	byHost  map[string]int
}

var (
	current  atomic.Pointer[table]
	names    []string
	changing sync.Mutex
	hits     [hosts]int64
)

func init() {
	t := &table{byHost: map[string]int{}}
	for i := 0; i < hosts; i++ {
		name := fmt.Sprintf("host%d.example", i)
		names = append(names, name)
		t.byHost[name] = i
		t.routes = append(t.routes, route{name, i, &hits[i]})
	}
	current.Store(t)
}

func (t *table) changed(at, weight int) *table {
	next := &table{version: t.version + 1, byHost: t.byHost}
	next.routes = append(next.routes, t.routes...)
	next.routes[at].weight += weight
	return next
}

func writer(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < changes; i++ {
		changing.Lock()
		current.Store(current.Load().changed((id*17+i*5)%hosts, id+1))
		changing.Unlock()
	}
}

func reader(id int, wrong []int, wg *sync.WaitGroup) {
	defer wg.Done()
	last := 0
	for i := 0; i < lookups; i++ {
		t := current.Load()
		if t.version < last {
			wrong[id]++
		}
		last = t.version
		r := &t.routes[t.byHost[names[(id+i*7)%hosts]]]
		if r.weight < 0 || r.host == "" {
			wrong[id]++
		}
		if i%16 == 0 {
			atomic.AddInt64(r.hits, 1)
		}
	}
}

func main() {
	wrong := make([]int, readers)
	var wg sync.WaitGroup
	for i := 0; i < readers; i++ {
		wg.Add(1)
		go reader(i, wrong, &wg)
	}
	for i := 0; i < writers; i++ {
		wg.Add(1)
		go writer(i, &wg)
	}
	wg.Wait()
	t := current.Load()
	weight, bad, total := 0, 0, int64(0)
	for i, r := range t.routes {
		weight += r.weight * (i + 1)
		total += *r.hits
	}
	for _, n := range wrong {
		bad += n
	}
	fmt.Println("version", t.version, "weight", weight, "hits", total, "wrong", bad)
}
