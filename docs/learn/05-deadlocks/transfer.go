package main

import "sync"

type account struct {
	mu    sync.Mutex
	money int
}

func transfer(from, to *account, amount int) {
	from.mu.Lock()
	to.mu.Lock()
	from.money -= amount
	to.money += amount
	to.mu.Unlock()
	from.mu.Unlock()
}

func main() {
	var wg sync.WaitGroup
	a, b := &account{money: 10}, &account{money: 10}
	wg.Add(2)
	go func() { transfer(a, b, 1); wg.Done() }()
	go func() { transfer(b, a, 2); wg.Done() }()
	wg.Wait()
}
