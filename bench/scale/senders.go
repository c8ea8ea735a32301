// As many goroutines as asked for, which read a shared configuration and send on one channel; it is
// closed after the last.
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

var shared = &config{limit: 3, rates: map[string]int{"a": 1, "b": 2}}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	var wg sync.WaitGroup
	start, results, sum := make(chan bool), make(chan int, 1024), make(chan int)
	go func() {
		total := 0
		for r := range results {
			total += r
		}
		sum <- total
	}()
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			results <- shared.limit + shared.rates["b"]
		}()
	}
	close(start)
	wg.Wait()
	close(results)
	fmt.Println(<-sum)
}
