// GOMAXPROCS gives back what it was told last, to goroutines at once too, and orders nothing where
// it is only asked.
package main

import (
	"fmt"
	"runtime"
	"sync"
)

func main() {
	first := runtime.GOMAXPROCS(2)
	fmt.Println(first == runtime.NumCPU(), runtime.GOMAXPROCS(0)) // expect: true 2
	fmt.Println(runtime.GOMAXPROCS(-1), runtime.GOMAXPROCS(9), runtime.GOMAXPROCS(9)) // expect: 2 2 9
	var wait sync.WaitGroup
	for i := 1; i <= 2; i++ {
		wait.Add(1)
		go func(n int) {
			defer wait.Done()
			runtime.GOMAXPROCS(runtime.GOMAXPROCS(n) + n)
		}(i)
	}
	wait.Wait()
	runtime.SetDefaultGOMAXPROCS()
	fmt.Println(runtime.GOMAXPROCS(0) == runtime.NumCPU()) // expect: true
}

// norace
