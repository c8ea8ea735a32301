// 5,000 customers transfer money between accounts, each of which has its own Mutex; two locks are
// taken in order of their accounts.
package main

import (
	"fmt"
	"sync"
)

const (
	customers = 5000
	accounts  = 600
	transfers = 6
)

type entry struct{ from, amount int }

type account struct {
	mu      sync.Mutex
	id      int
	balance int
	entries []entry
}

type bank struct {
	accounts [accounts]account
	fee      int
}

var (
	house bank
	rates = map[int]int{}
)

func init() {
	for i := 0; i < 8; i++ {
		rates[i] = i + 1
	}
	house.fee = 1
}

func transfer(from, to *account, amount int) {
	first, second := from, to
	if first.id > second.id {
		first, second = second, first
	}
	first.mu.Lock()
	defer first.mu.Unlock()
	second.mu.Lock()
	defer second.mu.Unlock()
	from.balance -= amount + house.fee
	to.balance += amount
	to.entries = append(to.entries, entry{from.id, amount})
}

func customer(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < transfers; i++ {
		from, to := (id*7+i)%accounts, (id*11+i*13+1)%accounts
		if from != to {
			transfer(&house.accounts[from], &house.accounts[to], rates[(id+i)%8])
		}
	}
}

func main() {
	for i := range house.accounts {
		house.accounts[i].id = i
		house.accounts[i].balance = 1000
	}
	var wg sync.WaitGroup
	for i := 0; i < customers; i++ {
		wg.Add(1)
		go customer(i, &wg)
	}
	wg.Wait()
	sum, moved, weighted := 0, 0, 0
	for i := range house.accounts {
		a := &house.accounts[i]
		sum += a.balance
		weighted += a.balance * (i%17 + 1)
		for _, e := range a.entries {
			moved += e.amount
		}
	}
	fmt.Println("sum", sum, "moved", moved, "weighted", weighted)
}
