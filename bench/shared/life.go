// Conway's game of life on a torus: goroutines own bands of rows of two shared boards and wait for
// each other at a barrier after every generation.
package main

import (
	"fmt"
	"sync"
)

const (
	width   = 192
	height  = 192
	workers = 4
	steps   = 60
)

type barrier struct {
	mu      sync.Mutex
	cond    *sync.Cond
	waiting int
	round   int
}

var (
	boards [2][][]uint8
	gate   barrier
	births [workers]int
)

func (b *barrier) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	round := b.round
	b.waiting++
	if b.waiting == workers {
		b.waiting = 0
		b.round++
		b.cond.Broadcast()
		return
	}
	for round == b.round {
		b.cond.Wait()
	}
}

func neighbours(board [][]uint8, x, y int) int {
	left, right := (x+width-1)%width, (x+1)%width
	up, here, down := board[(y+height-1)%height], board[y], board[(y+1)%height]
	return int(up[left] + up[x] + up[right] + here[left] + here[right] + down[left] + down[x] +
		down[right])
}

func band(id int, wg *sync.WaitGroup) {
	defer wg.Done()
	from, to := id*height/workers, (id+1)*height/workers
	for s := 0; s < steps; s++ {
		now, next := boards[s%2], boards[(s+1)%2]
		for y := from; y < to; y++ {
			for x := 0; x < width; x++ {
				n := neighbours(now, x, y)
				var cell uint8
				if n == 3 || (n == 2 && now[y][x] == 1) {
					cell = 1
				}
				if cell > now[y][x] {
					births[id]++
				}
				next[y][x] = cell
			}
		}
		gate.wait()
	}
}

func main() {
	gate.cond = sync.NewCond(&gate.mu)
	seed := uint32(7)
	for b := range boards {
		for y := 0; y < height; y++ {
			boards[b] = append(boards[b], make([]uint8, width))
		}
	}
	for y := 0; y < height; y++ {
		for x := 0; x < width; x++ {
			seed = seed*1103515245 + 12345
			boards[0][y][x] = uint8(seed >> 16 & 1)
		}
	}
	var wg sync.WaitGroup
	for i := 0; i < workers; i++ {
		wg.Add(1)
		go band(i, &wg)
	}
	wg.Wait()
	alive, born := 0, 0
	for _, row := range boards[steps%2] {
		for _, c := range row {
			alive += int(c)
		}
	}
	for _, b := range births {
		born += b
	}
	fmt.Println("alive", alive, "born", born)
}
