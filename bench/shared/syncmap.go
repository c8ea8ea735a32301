// Sessions in a sync.Map: 500 goroutines log in, touch their own and others' sessions and log out;
// each session has its own Mutex.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	users   = 500
	touches = 40
)

type session struct {
	mu      sync.Mutex
	user    int
	visits  int
	history []int
}

var (
	sessions sync.Map
	pages    = map[int]string{}
	missed   int64
)

func init() {
	for i := 0; i < 30; i++ {
		pages[i] = fmt.Sprintf("/page/%d", i)
	}
}

func touch(user, page int) {
	value, found := sessions.Load(user)
	if !found {
		atomic.AddInt64(&missed, 1)
		return
	}
	s := value.(*session)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.visits += len(pages[page])
	if len(s.history) < 16 {
		s.history = append(s.history, page)
	} else {
		s.history[s.visits%16] = page
	}
}

func visitor(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < touches; i++ {
		touch((id+i*i)%users, (id+i)%30)
	}
}

func main() {
	for i := 0; i < users; i++ {
		sessions.Store(i, &session{user: i})
	}
	var wg sync.WaitGroup
	for i := 0; i < users; i++ {
		wg.Add(1)
		go visitor(i, &wg)
	}
	wg.Wait()
	visits, kept := 0, 0
	sessions.Range(func(key, value interface{}) bool {
		s := value.(*session)
		visits += s.visits * (s.user%5 + 1)
		kept += len(s.history)
		return true
	})
	fmt.Println("visits", visits, "kept", kept, "missed", missed)
}
