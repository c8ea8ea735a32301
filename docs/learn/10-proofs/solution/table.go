// Package table adds up the rows of a table, each in a goroutine of its own.
package table

import "sync"

// Sums returns the sum of each row, and the sum of all.
func Sums(rows [][]int) (sums []int, all int) {
	var wg sync.WaitGroup
	sums = make([]int, len(rows))
	for i, row := range rows {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sum := 0
			for _, n := range row {
				sum += n
			}
			sums[i] = sum // no other goroutine has this element
		}()
	}
	wg.Wait()
	for _, sum := range sums {
		all += sum
	}
	return sums, all
}
