// As many goroutines as asked for under a WaitGroup, which read a shared configuration; most of them
// count under a lock, so that what the others do reaches the WaitGroup only.
package main

import (
	"fmt"
	"os"
	"strconv"
	"sync"
)

type config struct {
	limit int
	rates map[string]int
}

var shared = &config{limit: 8, rates: map[string]int{"a": 1, "b": 2}}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			if shared.limit > i%10 {
				mu.Lock()
				total += shared.rates["a"]
				mu.Unlock()
			}
		}(i)
	}
	wg.Wait()
	fmt.Println(total)
}
