package main

import (
	"fmt"
	"runtime"
	"sync"
)

var (
	mu      sync.Mutex
	hits    int
	uptime  int
	slowest string
)

func serve(name string) {
	slowest = name // before the lock
	mu.Lock()
	hits++
	mu.Unlock()
}

func main() {
	go serve("/index")
	runtime.Gosched() // others may go first
	mu.Lock()
	uptime++
	mu.Unlock()
	fmt.Println("slowest:", slowest) // after it
}
