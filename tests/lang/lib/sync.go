package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

func main() {
	var mu sync.Mutex
	fmt.Println(mu.TryLock(), mu.TryLock()) // expect: true false
	mu.Unlock()
	var rw sync.RWMutex
	rw.RLock()
	rw.RLock()
	fmt.Println(rw.TryLock(), rw.TryRLock()) // expect: false true
	rw.RUnlock()
	rw.RUnlock()
	rw.RUnlock()
	rw.Lock()
	rw.Unlock()
	var once sync.Once
	for i := 0; i < 3; i++ {
		once.Do(func() { fmt.Println("once") }) // expect: once
	}
	var n int64
	var wg sync.WaitGroup
	for i := 0; i < 100; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); atomic.AddInt64(&n, 2) }()
	}
	wg.Wait()
	fmt.Println(atomic.LoadInt64(&n), atomic.CompareAndSwapInt64(&n, 200, 1), n) // expect: 200 true 1
	var v atomic.Int32
	v.Store(5)
	fmt.Println(v.Add(2), v.Swap(9), v.Load()) // expect: 7 7 9
	defer func() { fmt.Println(recover()) }() // expect: sync: negative WaitGroup counter
	wg.Done()
}
