// Package log keeps the last line of a log, and a count of the lines.
package log

import "sync"

type Log struct {
	mu    sync.Mutex
	lines int
	last  string
}

// Add adds a line.
func (l *Log) Add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = line
	l.lines++
}

// Last returns the last line; "" if there is none.
func (l *Log) Last() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}
