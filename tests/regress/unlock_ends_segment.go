// What a goroutine does after an Unlock is not protected, even if it just repeats what it did before.
package main

import (
	"runtime"
	"sync"
)

func main() {
	var mu sync.Mutex
	x := 0
	done := make(chan bool)
	go func() {
		mu.Lock()
		runtime.Gosched()
		x = 2
		mu.Unlock()
		done <- true
	}()
	mu.Lock()
	x = 1
	mu.Unlock()
	runtime.Gosched()
	x = 3
	<-done
	_ = x
}

// race: WaW on x
// exit: 66
