// Merge sort; the halves of what is long are sorted at the same time.
package main

import (
	"fmt"
	"sync"
)

func merge(into, a, b []int) {
	i, j := 0, 0
	for k := range into {
		if j == len(b) || i < len(a) && a[i] <= b[j] {
			into[k] = a[i]
			i++
		} else {
			into[k] = b[j]
			j++
		}
	}
}

func sort(data, spare []int) {
	if len(data) < 12 {
		for i := 1; i < len(data); i++ {
			for j := i; j > 0 && data[j] < data[j-1]; j-- {
				data[j], data[j-1] = data[j-1], data[j]
			}
		}
		return
	}
	mid := len(data) / 2
	if len(data) > 20000 {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			sort(data[:mid], spare[:mid])
		}()
		sort(data[mid:], spare[mid:])
		wg.Wait()
	} else {
		sort(data[:mid], spare[:mid])
		sort(data[mid:], spare[mid:])
	}
	copy(spare, data)
	merge(data, spare[:mid], spare[mid:])
}

func main() {
	data := make([]int, 500000)
	x := uint32(1)
	for i := range data {
		x = x*1664525 + 1013904223
		data[i] = int(x >> 8)
	}
	sort(data, make([]int, len(data)))
	for i := 1; i < len(data); i++ {
		if data[i] < data[i-1] {
			panic("not sorted")
		}
	}
	fmt.Println(data[0], data[len(data)/2], data[len(data)-1])
}
