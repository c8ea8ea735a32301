// A pool of eight workers: jobs through one channel, results through another.
package main

import "sync"

type job struct{ id, n int }
type result struct{ id, steps int }

func collatz(n int) int {
	steps := 0
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps
}

func main() {
	const n = 300000
	jobs, results := make(chan job, 16), make(chan result, 16)
	var wg sync.WaitGroup
	for w := 0; w < 8; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs {
				results <- result{j.id, collatz(j.n)}
			}
		}()
	}
	go func() {
		for i := 0; i < n; i++ {
			jobs <- job{i, i%100 + 1}
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	sum, check := 0, 0
	for r := range results {
		sum += r.steps
		check ^= r.id
	}
	println(sum, check)
}
