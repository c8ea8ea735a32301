// Contexts and timers: 500 requests, each with a deadline and three goroutines for its parts; a
// registry under a Mutex knows those that run.
package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	requests = 500
	parts    = 3
	units    = 60
)

type request struct {
	id      int
	results [parts]int
	ended   int
}

type registry struct {
	mu      sync.Mutex
	running map[int]*request
	most    int
	total   int
}

var (
	active  = registry{running: map[int]*request{}}
	weights = map[int]int{}
	timeout = time.Hour
)

func init() {
	for i := 0; i < parts; i++ {
		weights[i] = i*3 + 1
	}
}

func (r *registry) add(q *request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[q.id] = q
	r.total++
	if len(r.running) > r.most {
		r.most = len(r.running)
	}
}

func (r *registry) remove(q *request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, q.id)
}

func (q *request) part(ctx context.Context, number int, done chan<- int) {
	for i := 0; i < units; i++ {
		select {
		case <-ctx.Done():
			done <- -1
			return
		default:
			q.results[number] += i * weights[number]
		}
	}
	done <- number
}

func (q *request) serve(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	active.add(q)
	defer active.remove(q)
	done := make(chan int, parts)
	for i := 0; i < parts; i++ {
		go q.part(ctx, i, done)
	}
	sum := 0
	for i := 0; i < parts; i++ {
		if n := <-done; n >= 0 {
			sum += q.results[n]
			q.ended++
		}
	}
	return sum
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan int)
	all := make([]*request, requests)
	for i := range all {
		all[i] = &request{id: i}
		go func(q *request) {
			timer := time.NewTimer(time.Microsecond)
			<-timer.C
			results <- q.serve(ctx)
		}(all[i])
	}
	total, ended := 0, 0
	for i := 0; i < requests; i++ {
		total += <-results
	}
	cancel()
	for _, q := range all {
		ended += q.ended
	}
	fmt.Println("total", total, "ended", ended, "started", active.total, len(active.running))
}
