// Single-producer, single-consumer ring buffers with atomic positions: two pairs of goroutines pass
// samples through shared slices.
package main

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	pairs   = 2
	size    = 256
	samples = 40000
)

type sample struct {
	sequence int
	value    float64
	tags     [2]int
}

type ring struct {
	head, tail uint64
	slots      [size]sample
	waits      int
}

var (
	rings   [pairs]ring
	scale   = map[int]float64{}
	factors [8]float64
)

func init() {
	for i := range factors {
		scale[i] = float64(i+1) / 4
		factors[i] = scale[i]
	}
}

func (r *ring) put(s sample) {
	head := atomic.LoadUint64(&r.head)
	for head-atomic.LoadUint64(&r.tail) == size {
		runtime.Gosched()
	}
	r.slots[head%size] = s
	atomic.StoreUint64(&r.head, head+1)
}

func (r *ring) get() sample {
	tail := atomic.LoadUint64(&r.tail)
	for atomic.LoadUint64(&r.head) == tail {
		r.waits++
		runtime.Gosched()
	}
	s := r.slots[tail%size]
	atomic.StoreUint64(&r.tail, tail+1)
	return s
}

func produce(r *ring, id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < samples; i++ {
		r.put(sample{i, float64(i%100) * factors[i%8], [2]int{id, i % 16}})
	}
}

func consume(r *ring, sums []float64, id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < samples; i++ {
		s := r.get()
		if s.sequence != i {
			fmt.Println("out of order", s.sequence, i)
		}
		sums[id] += s.value * float64(s.tags[0]+s.tags[1])
	}
}

func main() {
	sums := make([]float64, pairs)
	var wg sync.WaitGroup
	for i := range rings {
		wg.Add(2)
		go produce(&rings[i], i, &wg)
		go consume(&rings[i], sums, i, &wg)
	}
	wg.Wait()
	for i, sum := range sums {
		fmt.Printf("ring %d: %.2f\n", i, sum)
	}
}
