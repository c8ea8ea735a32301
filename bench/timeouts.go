// A select with a timeout that never comes, a timer made and stopped for each of 100,000 values.
package main

import "time"

func main() {
	const n = 100000
	values, done := make(chan int), make(chan bool)
	go func() {
		for i := 0; i < n; i++ {
			values <- i
		}
		close(done)
	}()
	sum, late := 0, 0
	for open := true; open; {
		timeout := time.NewTimer(time.Minute)
		select {
		case v := <-values:
			sum += v
		case <-timeout.C:
			late++
		case <-done:
			open = false
		}
		timeout.Stop()
	}
	println(sum, late)
}
