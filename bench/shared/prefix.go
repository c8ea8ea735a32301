// Prefix sums: 4 goroutines sum blocks of a shared array, wait for each other, add what comes before
// their block, wait, and smooth the result; 12 times.
package main

import (
	"fmt"
	"sync"
)

const (
	count   = 16000
	workers = 4
	rounds  = 12
)

type barrier struct {
	mu      sync.Mutex
	arrived int
	open    chan struct{}
}

var (
	values = make([]int, count)
	sums   = make([]int, count)
	totals [workers]int
	meet   = barrier{open: make(chan struct{})}
	factor = map[int]int{}
)

func init() {
	for i := 0; i < rounds; i++ {
		factor[i] = i%3 + 1
	}
	for i := range values {
		values[i] = i * 37 % 101
	}
}

func (b *barrier) wait() {
	b.mu.Lock()
	open := b.open
	b.arrived++
	if b.arrived == workers {
		b.arrived = 0
		b.open = make(chan struct{})
		close(open)
	}
	b.mu.Unlock()
	<-open
}

func scan(from, to int) int {
	sum := 0
	for i := from; i < to; i++ {
		sum += values[i]
		sums[i] = sum
	}
	return sum
}

func smooth(from, to, by int) {
	for i := from; i < to; i++ {
		left, right := sums[(i+count-1)%count], sums[(i+1)%count]
		values[i] = (left + sums[i] + right) * by % 1009
	}
}

func work(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	from, to := id*count/workers, (id+1)*count/workers
	for r := 0; r < rounds; r++ {
		totals[id] = scan(from, to)
		meet.wait()
		before := 0
		for i := 0; i < id; i++ {
			before += totals[i]
		}
		for i := from; i < to; i++ {
			sums[i] += before
		}
		meet.wait()
		smooth(from, to, factor[r])
		meet.wait()
	}
}

func main() {
	var wg sync.WaitGroup
	for i := 0; i < workers; i++ {
		wg.Add(1)
		go work(i, &wg)
	}
	wg.Wait()
	check := 0
	for i, v := range values {
		check = (check*31 + v + sums[i]) % 1000003
	}
	fmt.Println("check", check, "last", sums[count-1])
}
