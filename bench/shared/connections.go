// A pool of 20 connections used by 500 clients: a channel holds the free ones, each connection has
// buffers and statistics that its present client changes.
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

const (
	connections = 20
	clients     = 500
	queries     = 30
	columns     = 12
)

type row [columns]int

type connection struct {
	id      int
	buffer  []row
	queries int
	users   map[int]int
}

type pool struct {
	free  chan *connection
	taken int64
	limit int
}

var (
	conns  = &pool{free: make(chan *connection, connections), limit: 8}
	schema = map[string]int{}
	order  []string
)

func init() {
	for i := 0; i < columns; i++ {
		name := fmt.Sprintf("column%02d", i)
		schema[name] = i
		order = append(order, name)
	}
}

func (p *pool) get() *connection {
	atomic.AddInt64(&p.taken, 1)
	return <-p.free
}

func (p *pool) put(c *connection) { p.free <- c }

func (c *connection) query(client, number int) int {
	c.queries++
	c.users[client%50]++
	c.buffer = c.buffer[:0]
	for i := 0; i < conns.limit; i++ {
		var r row
		for k, name := range order {
			r[schema[name]] = client*k + number*i
		}
		c.buffer = append(c.buffer, r)
	}
	sum := 0
	for i := range c.buffer {
		sum += c.buffer[i][(client+i)%columns]
	}
	return sum
}

func client(id int, results []int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < queries; i++ {
		c := conns.get()
		results[id] += c.query(id, i)
		conns.put(c)
	}
}

func main() {
	for i := 0; i < connections; i++ {
		conns.put(&connection{id: i, users: map[int]int{}})
	}
	results := make([]int, clients)
	var wg sync.WaitGroup
	for i := 0; i < clients; i++ {
		wg.Add(1)
		go client(i, results, &wg)
	}
	wg.Wait()
	total, asked, users := 0, 0, 0
	for _, r := range results {
		total += r
	}
	for i := 0; i < connections; i++ {
		c := conns.get()
		asked += c.queries
		for _, n := range c.users {
			users += n
		}
	}
	fmt.Println("total", total, "queries", asked, "users", users, "taken", conns.taken)
}
