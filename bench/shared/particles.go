// A worker pool over a slice of structs: 64 workers take ranges of particles from a channel and move
// them, with fields of a shared world; main joins the pool after every step.
package main

import (
	"fmt"
	"sync"
)

const (
	count   = 6000
	workers = 64
	chunk   = 60
	steps   = 25
)

type vector struct{ x, y, z float64 }

type particle struct {
	position, velocity vector
	mass               float64
	bounces            int
}

type job struct{ from, to int }

type world struct {
	size    float64
	gravity vector
	drag    [4]float64
}

var (
	particles = make([]particle, count)
	space     = world{size: 100, gravity: vector{0, -9.81, 0}}
	jobs      = make(chan job)
	pending   sync.WaitGroup
)

func (v vector) plus(w vector, f float64) vector {
	return vector{v.x + w.x*f, v.y + w.y*f, v.z + w.z*f}
}

func reflect(at, speed, size float64) (float64, float64, bool) {
	if at < 0 {
		return -at, -speed, true
	}
	if at > size {
		return 2*size - at, -speed, true
	}
	return at, speed, false
}

func (p *particle) move(dt float64) {
	p.velocity = p.velocity.plus(space.gravity, dt)
	p.velocity.x *= space.drag[int(p.mass)%4]
	p.position = p.position.plus(p.velocity, dt)
	var bounced bool
	p.position.x, p.velocity.x, bounced = reflect(p.position.x, p.velocity.x, space.size)
	if bounced {
		p.bounces++
	}
	p.position.y, p.velocity.y, bounced = reflect(p.position.y, p.velocity.y, space.size)
	if bounced {
		p.bounces++
	}
}

func worker() {
	for j := range jobs {
		for i := j.from; i < j.to; i++ {
			particles[i].move(0.01)
		}
		pending.Done()
	}
}

func main() {
	for i := range space.drag {
		space.drag[i] = 1 - float64(i)/1000
	}
	for i := range particles {
		particles[i] = particle{position: vector{float64(i % 100), float64(i % 37), float64(i % 11)},
			velocity: vector{float64(i%13) - 6, float64(i%7) - 3, 1}, mass: float64(i%9 + 1)}
	}
	for w := 0; w < workers; w++ {
		go worker()
	}
	for s := 0; s < steps; s++ {
		for from := 0; from < count; from += chunk {
			pending.Add(1)
			jobs <- job{from, from + chunk}
		}
		pending.Wait()
	}
	close(jobs)
	var energy float64
	bounces := 0
	for i := range particles {
		p := &particles[i]
		energy += p.mass * (p.velocity.x*p.velocity.x + p.velocity.y*p.velocity.y)
		bounces += p.bounces
	}
	fmt.Printf("energy %.4f bounces %d\n", energy, bounces)
}
