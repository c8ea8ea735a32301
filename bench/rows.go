// Product of two matrices, blocks of rows at the same time.
package main

import (
	"fmt"
	"sync"
)

const n, workers = 300, 4

func matrix(seed float64) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = seed * float64(i-j) * float64(i+j) / n
		}
	}
	return m
}

func rows(c, a, b [][]float64, from, to int) {
	for i := from; i < to; i++ {
		for j := 0; j < n; j++ {
			sum := 0.0
			for k := 0; k < n; k++ {
				sum += a[i][k] * b[k][j]
			}
			c[i][j] = sum
		}
	}
}

func main() {
	a, b, c := matrix(1), matrix(2), matrix(0)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		from, to := n*w/workers, n*(w+1)/workers
		wg.Add(1)
		go func() {
			defer wg.Done()
			rows(c, a, b, from, to)
		}()
	}
	wg.Wait()
	fmt.Println(c[n/2][n/2], c[n-1][3])
}
