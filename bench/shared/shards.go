// A map in 16 shards, each under a RWMutex: 64 goroutines count events by user and read the counts
// of others.
package main

import (
	"fmt"
	"hash/fnv"
	"sync"
)

const (
	shardCount = 16
	workers    = 64
	events     = 600
	users      = 500
)

type counts struct {
	events int
	bytes  int
	last   [4]int
}

type shard struct {
	mu    sync.RWMutex
	users map[string]*counts
	reads int64
}

var (
	shards [shardCount]*shard
	names  []string
)

func init() {
	for i := range shards {
		shards[i] = &shard{users: map[string]*counts{}}
	}
	for i := 0; i < users; i++ {
		names = append(names, fmt.Sprintf("user%03d", i))
	}
}

func shardOf(user string) *shard {
	h := fnv.New32a()
	h.Write([]byte(user))
	return shards[h.Sum32()%shardCount]
}

func record(user string, size int) {
	s := shardOf(user)
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.users[user]
	if c == nil {
		c = &counts{}
		s.users[user] = c
	}
	c.last[c.events%4] = size
	c.events++
	c.bytes += size
}

func active(user string) bool {
	s := shardOf(user)
	s.mu.RLock()
	defer s.mu.RUnlock()
	c := s.users[user]
	return c != nil && c.bytes >= c.last[0]
}

func worker(id int, seen []int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < events; i++ {
		user := (id*i + i) % users
		record(names[user], i%100+1)
		if active(names[user]) {
			seen[id]++
		}
	}
}

func main() {
	seen := make([]int, workers)
	var wg sync.WaitGroup
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go worker(w, seen, &wg)
	}
	wg.Wait()
	total, bytes, found := 0, 0, 0
	for _, s := range shards {
		for _, c := range s.users {
			total += c.events
			bytes += c.bytes
		}
	}
	for _, n := range seen {
		found += n
	}
	fmt.Println("events", total, "bytes", bytes, "found", found)
}
