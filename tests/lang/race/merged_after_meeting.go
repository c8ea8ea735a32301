// What a goroutine has learnt by a rendezvous between two RUnlocks is handed over by the second.
package main

import (
	"fmt"
	"sync"
	"time"
)

var (
	mu    sync.RWMutex
	value int
)

func main() {
	c, end := make(chan int), make(chan int)
	go func() { // learns of the write by its Lock alone
		time.Sleep(time.Second)
		mu.Lock()
		fmt.Println(value) // expect: 42
		mu.Unlock()
		end <- 0
	}()
	go func() {
		value = 42
		c <- 0
	}()
	mu.RLock()
	mu.RUnlock()
	<-c
	mu.RLock()
	mu.RUnlock()
	<-end
}
