// What is behind a pointer that was handed over by a race is raced for as well, also where the race
// for the pointer itself is silenced.
package main

import "runtime"

type box struct{ n int }

var p *box

func main() {
	go func() {
		b := &box{}
		b.n = 1
		p = b //gol:norace who sees it early, sees it early
	}()
	runtime.Gosched()
	if q := p; q != nil {
		println(q.n) // race: RaW on q.n
	}
}
