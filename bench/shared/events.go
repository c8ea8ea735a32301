// An event loop: 500 sources post callbacks to one goroutine, which runs them on state that only it
// changes and answers by futures.
package main

import (
	"fmt"
	"sync"
)

const (
	sources = 500
	posts   = 40
	timers  = 32
)

type future struct {
	done  chan struct{}
	value int
}

type event struct {
	name   string
	handle func(*state) int
	result *future
}

type state struct {
	counters map[string]int
	queue    [timers]int
	handled  int
}

var (
	loop  = make(chan *event, 64)
	names []string
	kinds = map[int]string{}
)

func init() {
	for i := 0; i < 16; i++ {
		kinds[i] = fmt.Sprint("event", i)
		names = append(names, kinds[i])
	}
}

func post(name string, handle func(*state) int) *future {
	f := &future{done: make(chan struct{})}
	loop <- &event{name, handle, f}
	return f
}

func (f *future) wait() int {
	<-f.done
	return f.value
}

func run(s *state, ended chan<- bool) {
	for e := range loop {
		s.counters[e.name]++
		s.handled++
		e.result.value = e.handle(s)
		close(e.result.done)
	}
	ended <- true
}

func source(id int, sums []int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < posts; i++ {
		at := (id + i) % timers
		f := post(names[(id*3+i)%len(names)], func(s *state) int {
			s.queue[at] += id % 5
			return at
		})
		sums[id] += f.wait()
	}
}

func main() {
	s := &state{counters: map[string]int{}}
	ended := make(chan bool)
	go run(s, ended)
	sums := make([]int, sources)
	var wg sync.WaitGroup
	for i := 0; i < sources; i++ {
		wg.Add(1)
		go source(i, sums, &wg)
	}
	wg.Wait()
	close(loop)
	<-ended
	total, queued := 0, 0
	for i, n := range sums {
		total += n * (i%3 + 1)
	}
	for i, n := range s.queue {
		queued += n * (i + 1)
	}
	fmt.Println("handled", s.handled, "total", total, "queued", queued, "first", s.counters["event0"])
}
