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
	l.last = line
	l.mu.Lock()
	l.lines++
	l.mu.Unlock()
}

// Last returns the last line; "" if there is none.
func (l *Log) Last() string {
	l.mu.Lock()
	lines := l.lines
	l.mu.Unlock()
	if lines == 0 {
		return ""
	}
	return l.last
}
