// The table of repeated accesses grows while goroutines go over more memory than it holds: all that
// they access must still be known to the detector.
package main

import "sync"

var (
	board [60000]int
	stop  sync.WaitGroup
)

func pass(from, to int) {
	for i := from; i < to; i++ {
		board[i]++
	}
}

func main() {
	stop.Add(2)
	go func() {
		defer stop.Done()
		for k := 0; k < 6; k++ {
			pass(0, 59000)
		}
	}()
	go func() {
		defer stop.Done()
		for k := 0; k < 6; k++ {
			pass(59000, 60000)
		}
		board[58000]++
	}()
	stop.Wait()
}

// race: RaW on board\[58000\]
// exit: 66
