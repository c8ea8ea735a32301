// A generic container: a priority queue of records and one of numbers.
package main

type heap[T any] struct {
	items []T
	less  func(a, b T) bool
}

func (h *heap[T]) push(item T) {
	h.items = append(h.items, item)
	i := len(h.items) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !h.less(h.items[i], h.items[parent]) {
			break
		}
		h.items[i], h.items[parent] = h.items[parent], h.items[i]
		i = parent
	}
}

func (h *heap[T]) pop() T {
	top := h.items[0]
	last := len(h.items) - 1
	h.items[0] = h.items[last]
	h.items = h.items[:last]
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			return top
		}
		if child+1 < last && h.less(h.items[child+1], h.items[child]) {
			child++
		}
		if !h.less(h.items[child], h.items[i]) {
			return top
		}
		h.items[i], h.items[child] = h.items[child], h.items[i]
		i = child
	}
}

type number interface{ ~int | ~float64 }

func sum[T number](values []T) T {
	var total T
	for _, v := range values {
		total += v
	}
	return total
}

type job struct {
	priority, id int
}

func main() {
	const n = 60000
	jobs := heap[job]{less: func(a, b job) bool {
		return a.priority < b.priority || a.priority == b.priority && a.id < b.id
	}}
	numbers := heap[float64]{less: func(a, b float64) bool { return a < b }}
	seed := 7
	for i := 0; i < n; i++ {
		seed = (seed*3877 + 29573) % 139968
		jobs.push(job{seed % 1000, i})
		numbers.push(float64(seed) / 8)
	}
	hash := 0
	var smallest []float64
	for i := 0; i < n; i++ {
		hash = (hash*31 + jobs.pop().id) % 1000003
		if v := numbers.pop(); i < 1000 {
			smallest = append(smallest, v)
		}
	}
	println(hash, int(sum(smallest)), sum([]int{1, 2, 3}))
}
