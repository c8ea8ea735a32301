// 1,000 stations in a ring hand packets on. All read one configuration that main has made, each
// counts in an entry of its own of a shared slice.
package main

import (
	"fmt"
	"sync"
)

const (
	stations = 1000
	packets  = 8
	rounds   = 20
)

type config struct {
	limits  [16]int
	names   []string
	retries int
	weights map[string]int
}

type packet struct {
	origin, steps int
	sum           int
	trail         []int
}

type counter struct {
	seen, weight int
}

var (
	settings config
	counters = make([]counter, stations)
	links    = make([]chan *packet, stations)
)

func init() {
	settings.weights = map[string]int{}
	for i := range settings.limits {
		settings.limits[i] = i * i % 7
		name := fmt.Sprint("zone", i)
		settings.names = append(settings.names, name)
		settings.weights[name] = i + 1
	}
	settings.retries = 3
}

func station(id int, in <-chan *packet, out chan<- *packet, wg *sync.WaitGroup) {
	defer wg.Done()
	for p := range in {
		zone := settings.names[(p.origin+id)%len(settings.names)]
		counters[id].seen++
		counters[id].weight += settings.weights[zone]
		p.sum += settings.limits[p.steps%16] + settings.retries
		p.trail[p.steps%len(p.trail)] = id
		p.steps++
		out <- p
	}
	if id+1 < stations {
		close(out)
	}
}

func main() {
	for i := range links {
		links[i] = make(chan *packet, 2)
	}
	back := make(chan *packet, packets)
	var wg sync.WaitGroup
	for i := 0; i < stations; i++ {
		out := back
		if i+1 < stations {
			out = links[i+1]
		}
		wg.Add(1)
		go station(i, links[i], out, &wg)
	}
	total := 0
	waiting := make([]*packet, packets)
	for i := range waiting {
		waiting[i] = &packet{origin: i, trail: make([]int, 4)}
	}
	for r := 0; r < rounds; r++ {
		go func() {
			for _, p := range waiting {
				links[0] <- p
			}
		}()
		for i := range waiting {
			p := <-back
			waiting[i] = p
			total += p.sum + p.trail[1]
		}
	}
	close(links[0])
	wg.Wait()
	weight := 0
	for _, c := range counters {
		weight += c.weight * c.seen
	}
	fmt.Println("total", total, "weight", weight)
}
