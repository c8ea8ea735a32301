// What a goroutine reads after an RUnlock is not protected, even if it just repeats what it did before;
// what it reads between an RLock and an RUnlock is, however often it does.
package main

import (
	"fmt"
	"sync"
	"time"
)

func main() {
	var mu sync.RWMutex
	x, y := 0, 0
	done := make(chan bool)
	go func() {
		time.Sleep(time.Second) // virtual time: main has come to <-done, whatever the schedule
		mu.Lock()
		x = 2
		y = 2
		mu.Unlock()
		done <- true
	}()
	for i := 0; i < 3; i++ {
		mu.RLock()
		fmt.Println(x)
		fmt.Println(y)
		mu.RUnlock()
	}
	fmt.Println(x)
	<-done
}

// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// expect: 0
// race: WaR on x
// exit: 66
