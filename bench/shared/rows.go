// Products of matrices, by rows: 64 goroutines take rows from a shared counter, all read both
// operands, each writes the rows that it took. The result of one product is the operand of the next.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	size    = 128
	workers = 64
	rounds  = 4
)

type matrix [][]float64

var (
	a, b, c matrix
	next    int64
	rowsOf  [workers]int
)

func newMatrix(f func(i, k int) float64) matrix {
	m := make(matrix, size)
	for i := range m {
		m[i] = make([]float64, size)
		for k := range m[i] {
			m[i][k] = f(i, k)
		}
	}
	return m
}

func multiplyRow(i int) {
	row, out := a[i], c[i]
	for k := range out {
		sum := 0.0
		for j := range row {
			sum += row[j] * b[j][k]
		}
		out[k] = sum
	}
}

func worker(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for {
		i := int(atomic.AddInt64(&next, 1)) - 1
		if i >= size {
			return
		}
		multiplyRow(i)
		rowsOf[id]++
	}
}

func main() {
	a = newMatrix(func(i, k int) float64 { return float64((i*k)%5) / 256 })
	b = newMatrix(func(i, k int) float64 { return float64((i+k)%3) / 128 })
	c = newMatrix(func(i, k int) float64 { return 0 })
	for r := 0; r < rounds; r++ {
		next = 0
		var wg sync.WaitGroup
		for w := 0; w < workers; w++ {
			wg.Add(1)
			go worker(w, &wg)
		}
		wg.Wait()
		a, c = c, a
	}
	trace, done := 0.0, 0
	for i := range a {
		trace += a[i][i]
	}
	for _, n := range rowsOf {
		done += n
	}
	fmt.Printf("trace %.9f rows %d\n", trace, done)
}
