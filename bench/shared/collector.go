// A log collector: 500 goroutines write entries to a shared logger, which formats them into a buffer
// under a Mutex and counts by level; a collector goroutine takes full buffers away.
package main

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

const (
	services = 500
	entries  = 40
	flushAt  = 4096
)

type level int

type logger struct {
	mu     sync.Mutex
	buffer []byte
	counts map[level]int
	lines  int
	out    chan []byte
}

type summary struct {
	bytes, lines, errors int
}

var (
	levels = map[level]string{0: "debug", 1: "info", 2: "warn", 3: "error"}
	log    = &logger{counts: map[level]int{}, out: make(chan []byte, 8)}
	prefix string
)

func init() {
	prefix = strings.Repeat("-", 4)
}

func (l *logger) write(at level, service int, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buffer = append(l.buffer, prefix...)
	l.buffer = append(l.buffer, levels[at]...)
	l.buffer = append(l.buffer, ' ')
	l.buffer = strconv.AppendInt(l.buffer, int64(service), 10)
	l.buffer = append(l.buffer, ' ')
	l.buffer = append(l.buffer, text...)
	l.buffer = append(l.buffer, '\n')
	l.counts[at]++
	l.lines++
	if len(l.buffer) >= flushAt {
		l.out <- l.buffer
		l.buffer = nil
	}
}

func (l *logger) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out <- l.buffer
	close(l.out)
}

func collect(in <-chan []byte, s *summary, done chan<- bool) {
	for block := range in {
		s.bytes += len(block)
		for _, c := range block {
			if c == '\n' {
				s.lines++
			}
		}
		s.errors += strings.Count(string(block), "error")
	}
	done <- true
}

func service(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < entries; i++ {
		log.write(level((id+i)%4), id, "request "+strconv.Itoa(i*id%97))
	}
}

func main() {
	var s summary
	done := make(chan bool)
	go collect(log.out, &s, done)
	var wg sync.WaitGroup
	for i := 0; i < services; i++ {
		wg.Add(1)
		go service(i, &wg)
	}
	wg.Wait()
	log.close()
	<-done
	fmt.Println("bytes", s.bytes, "lines", s.lines, log.lines, "errors", s.errors, log.counts[3])
}
