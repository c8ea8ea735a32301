// Which of many timers fires next was found by sorting all of them each time: this took minutes.
//
// args: --seed 1
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	const n = 60000
	var wg sync.WaitGroup
	woken := make([]bool, n)
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			time.Sleep(time.Duration(n-i) * time.Microsecond)
			woken[i] = true
		}()
	}
	wg.Wait()
	count := 0
	for _, w := range woken {
		if w {
			count++
		}
	}
	fmt.Println(count) // expect: 60000
}
