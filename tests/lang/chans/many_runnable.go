// A chooser that is asked at every step of hundreds of goroutines: the queue is long, and goroutines
// leave it at its front, in its middle and at its end.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	const goroutines = 200
	var mu sync.Mutex
	var wg sync.WaitGroup
	sum, ready := 0, make(chan int, 3)
	for i := 0; i < goroutines; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			for k := 0; k < 5; k++ {
				mu.Lock()
				sum += i
				mu.Unlock()
				if k%2 == i%2 {
					runtime.Gosched()
				}
			}
			if i%2 == 0 {
				ready <- i
			} else {
				<-ready
			}
		}(i)
	}
	wg.Wait()
	fmt.Println(sum) // expect: 99500
}
