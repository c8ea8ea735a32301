// 500 actors with mailboxes. Each keeps a balance and a table of peers; a transfer is a pointer
// that is handed from actor to actor until its hops are used up.
package main

import (
	"fmt"
	"sync"
)

const (
	actorCount = 500
	transfers  = 64
	hops       = 2500
)

type transfer struct {
	id, left int
	amount   int
	visited  [8]int
}

type actor struct {
	id      int
	inbox   chan *transfer
	peers   []*actor
	balance int
	handled int
}

var (
	actors []*actor
	fees   = map[int]int{}
	done   = make(chan *transfer)
)

func init() {
	for i := 0; i < 16; i++ {
		fees[i] = i % 5
	}
}

func (a *actor) handle(t *transfer) {
	a.handled++
	a.balance += t.amount - fees[t.id%16]
	t.visited[t.left%len(t.visited)] = a.id
	t.left--
	if t.left == 0 {
		done <- t
		return
	}
	next := a.peers[(t.id*7+t.left)%len(a.peers)]
	next.inbox <- t
}

func (a *actor) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for t := range a.inbox {
		a.handle(t)
	}
}

func build() {
	for i := 0; i < actorCount; i++ {
		actors = append(actors, &actor{id: i, inbox: make(chan *transfer, transfers)})
	}
	for i, a := range actors {
		for k := 1; k <= 5; k++ {
			a.peers = append(a.peers, actors[(i*3+k*k*11)%actorCount])
		}
	}
}

func main() {
	build()
	var wg sync.WaitGroup
	for _, a := range actors {
		wg.Add(1)
		go a.run(&wg)
	}
	for i := 0; i < transfers; i++ {
		actors[i*13%actorCount].inbox <- &transfer{id: i, left: hops, amount: i % 10}
	}
	last := 0
	for i := 0; i < transfers; i++ {
		t := <-done
		last += t.visited[0] ^ t.visited[7]
	}
	for _, a := range actors {
		close(a.inbox)
	}
	wg.Wait()
	balance, handled := 0, 0
	for _, a := range actors {
		balance += a.balance
		handled += a.handled * (a.id%3 + 1)
	}
	fmt.Println("balance", balance, "handled", handled, "last", last)
}
