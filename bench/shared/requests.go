// A store behind a RWMutex: 200 clients send requests with a reply channel to 8 servers, which
// look up and now and then update a map of records.
package main

import (
	"fmt"
	"sync"
)

const (
	clients  = 200
	servers  = 8
	requests = 150
	keys     = 300
)

type record struct {
	key     string
	value   int
	updates int
}

type request struct {
	key   string
	add   int
	reply chan int
}

type store struct {
	mu      sync.RWMutex
	records map[string]*record
	reads   [servers]int
}

var (
	db    = store{records: map[string]*record{}}
	names []string
	queue = make(chan request)
)

func init() {
	for i := 0; i < keys; i++ {
		name := fmt.Sprintf("key-%03d", i)
		names = append(names, name)
		db.records[name] = &record{key: name, value: i}
	}
}

func (s *store) get(key string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	r := s.records[key]
	if r.value < 0 {
		return 0
	}
	return len(r.key)
}

func (s *store) add(key string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.records[key]
	r.value += n
	r.updates++
}

func server(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for r := range queue {
		if r.add != 0 {
			db.add(r.key, r.add)
			r.reply <- 0
		} else {
			db.reads[id]++
			r.reply <- db.get(r.key)
		}
	}
}

func client(id int, sums []int, wg *sync.WaitGroup) {
	defer wg.Done()
	reply := make(chan int)
	for i := 0; i < requests; i++ {
		r := request{key: names[(id*31+i*7)%keys], reply: reply}
		if i%10 == 3 {
			r.add = id%4 + 1
		}
		queue <- r
		sums[id] += <-reply + 1
	}
}

func main() {
	var serving, asking sync.WaitGroup
	sums := make([]int, clients)
	for i := 0; i < servers; i++ {
		serving.Add(1)
		go server(i, &serving)
	}
	for i := 0; i < clients; i++ {
		asking.Add(1)
		go client(i, sums, &asking)
	}
	asking.Wait()
	close(queue)
	serving.Wait()
	total, values, reads := 0, 0, 0
	for _, s := range sums {
		total += s
	}
	for _, name := range names {
		values += db.records[name].value * (db.records[name].updates + 1)
	}
	for _, n := range db.reads {
		reads += n
	}
	fmt.Println("replies", total, "values", values, "reads", reads)
}
