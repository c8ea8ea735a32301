// A pipeline of 8 stages with 8 goroutines each: pictures are handed on by pointer, and every stage
// changes their pixels in place with tables that all share.
package main

import (
	"fmt"
	"sync"
)

const (
	stages   = 8
	parallel = 8
	pictures = 300
	side     = 24
)

type picture struct {
	id     int
	pixels []uint8
	passed [stages]int
	next   []uint8
}

type stage struct {
	number int
	in     chan *picture
	out    chan *picture
	table  [256]uint8
	done   sync.WaitGroup
}

var (
	pipeline [stages]*stage
	gamma    = map[int]int{}
	passed   int
	mu       sync.Mutex
)

func init() {
	for i := 0; i < 256; i++ {
		gamma[i] = i * i / 256
	}
}

func (s *stage) blur(p *picture) {
	for y := 1; y < side-1; y++ {
		for x := 1; x < side-1; x++ {
			at := y*side + x
			sum := int(p.pixels[at-1]) + int(p.pixels[at+1]) + int(p.pixels[at-side]) +
				int(p.pixels[at+side])
			p.next[at] = uint8(sum / 4)
		}
	}
	p.pixels, p.next = p.next, p.pixels
}

func (s *stage) apply(p *picture) {
	for i, v := range p.pixels {
		p.pixels[i] = s.table[v]
	}
}

func (s *stage) run() {
	defer s.done.Done()
	for p := range s.in {
		if s.number%2 == 0 {
			s.apply(p)
		} else {
			s.blur(p)
		}
		p.passed[s.number]++
		mu.Lock()
		passed++
		mu.Unlock()
		s.out <- p
	}
}

func main() {
	in := make(chan *picture, 4)
	for i := range pipeline {
		s := &stage{number: i, in: in, out: make(chan *picture, 4)}
		for v := range s.table {
			s.table[v] = uint8(gamma[v] + i)
		}
		pipeline[i] = s
		for k := 0; k < parallel; k++ {
			s.done.Add(1)
			go s.run()
		}
		go func() {
			s.done.Wait()
			close(s.out)
		}()
		in = s.out
	}
	go func() {
		for i := 0; i < pictures; i++ {
			p := &picture{id: i, pixels: make([]uint8, side*side), next: make([]uint8, side*side)}
			for k := range p.pixels {
				p.pixels[k] = uint8(i*k + k/3)
			}
			pipeline[0].in <- p
		}
		close(pipeline[0].in)
	}()
	sum, steps := 0, 0
	for p := range in {
		part := 0
		for k, v := range p.pixels {
			part += int(v) * (k%5 + 1)
		}
		sum += part * (p.id%11 + 1)
		for _, n := range p.passed {
			steps += n
		}
	}
	fmt.Println("sum", sum, "steps", steps, "passed", passed)
}
