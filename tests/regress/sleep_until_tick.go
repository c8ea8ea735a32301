// A goroutine that sleeps until an instant at which a ticker ticks that was started before wakes after the
// tick, as a real one does, which wakes a little late; where it went to sleep first, it wakes first.
package main

import (
	"fmt"
	"sync/atomic"
	"time"
)

func main() {
	var ticks int32
	go func() {
		for range time.NewTicker(10 * time.Millisecond).C {
			atomic.AddInt32(&ticks, 1)
		}
	}()
	time.Sleep(10 * time.Millisecond)
	fmt.Println(atomic.LoadInt32(&ticks)) // expect: 0
	time.Sleep(20 * time.Millisecond)
	fmt.Println(atomic.LoadInt32(&ticks)) // expect: 3
}
