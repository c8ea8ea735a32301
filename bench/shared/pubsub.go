// 20 publishers and 480 subscribers: a broker keeps the subscribers of each topic under a RWMutex
// and puts the same message into the queue of every subscriber.
package main

import (
	"fmt"
	"sync"
)

const (
	publishers  = 20
	subscribers = 480
	topics      = 24
	messages    = 120
)

type message struct {
	topic, number int
	body          []byte
}

type subscriber struct {
	id    int
	queue chan *message
	count int
	sum   int
}

type broker struct {
	mu       sync.RWMutex
	byTopic  map[int][]*subscriber
	accepted [topics]int
}

var (
	hub   = broker{byTopic: map[int][]*subscriber{}}
	seeds = map[int]int{}
)

func init() {
	for i := 0; i < topics; i++ {
		seeds[i] = i * 17 % 29
	}
}

func (b *broker) subscribe(topic int, s *subscriber) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.byTopic[topic] = append(b.byTopic[topic], s)
}

func (b *broker) publish(m *message) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	for _, s := range b.byTopic[m.topic] {
		s.queue <- m
	}
}

func (s *subscriber) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for m := range s.queue {
		s.count++
		for _, c := range m.body {
			s.sum += int(c) * (m.number%3 + 1)
		}
	}
}

func publisher(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < messages; i++ {
		topic := (id*5 + i) % topics
		body := make([]byte, 12)
		for k := range body {
			body[k] = byte(seeds[topic] + i + k)
		}
		hub.publish(&message{topic: topic, number: i, body: body})
	}
}

func main() {
	var reading, writing sync.WaitGroup
	all := make([]*subscriber, subscribers)
	for i := range all {
		all[i] = &subscriber{id: i, queue: make(chan *message, 32)}
		hub.subscribe(i%topics, all[i])
		reading.Add(1)
		go all[i].run(&reading)
	}
	for i := 0; i < publishers; i++ {
		writing.Add(1)
		go publisher(i, &writing)
	}
	writing.Wait()
	for _, s := range all {
		close(s.queue)
	}
	reading.Wait()
	count, sum := 0, 0
	for _, s := range all {
		count += s.count
		sum += s.sum * (s.id%7 + 1)
	}
	fmt.Println("delivered", count, "sum", sum)
}
