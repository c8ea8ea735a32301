// Parallel merge sort: 200,000 numbers in one slice, sorted by goroutines down to pieces of 800,
// with a shared buffer for the merges.
package main

import (
	"fmt"
	"sync"
)

const (
	count = 200000
	piece = 800
)

var (
	values  = make([]int, count)
	buffer  = make([]int, count)
	started int
	mu      sync.Mutex
)

func fill() {
	x := uint32(12345)
	for i := range values {
		x = x*1664525 + 1013904223
		values[i] = int(x >> 8)
	}
}

func insertion(from, to int) {
	for i := from + 1; i < to; i++ {
		v := values[i]
		k := i
		for k > from && values[k-1] > v {
			values[k] = values[k-1]
			k--
		}
		values[k] = v
	}
}

func merge(from, middle, to int) {
	copy(buffer[from:to], values[from:to])
	i, k := from, middle
	for at := from; at < to; at++ {
		if k >= to || (i < middle && buffer[i] <= buffer[k]) {
			values[at] = buffer[i]
			i++
		} else {
			values[at] = buffer[k]
			k++
		}
	}
}

func serial(from, to int) {
	if to-from <= 16 {
		insertion(from, to)
		return
	}
	middle := (from + to) / 2
	serial(from, middle)
	serial(middle, to)
	merge(from, middle, to)
}

func parallel(from, to int) {
	if to-from <= piece {
		serial(from, to)
		return
	}
	middle := (from + to) / 2
	var wg sync.WaitGroup
	wg.Add(1)
	mu.Lock()
	started++
	mu.Unlock()
	go func() {
		defer wg.Done()
		parallel(from, middle)
	}()
	parallel(middle, to)
	wg.Wait()
	merge(from, middle, to)
}

func main() {
	fill()
	parallel(0, count)
	sum := 0
	for i, v := range values {
		if i > 0 && values[i-1] > v {
			fmt.Println("not sorted at", i)
		}
		sum = (sum*31 + v) % 1000003
	}
	fmt.Println("sum", sum, "started", started)
}
