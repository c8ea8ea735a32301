// Generics with channels, goroutines and locks.
package main

import (
	"context"
	"fmt"
	"sync"
)

func Generate[T any](ctx context.Context, xs ...T) <-chan T {
	out := make(chan T)
	go func() {
		defer close(out)
		for _, x := range xs {
			select {
			case out <- x:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func MapChan[A, B any](in <-chan A, f func(A) B) <-chan B {
	out := make(chan B, 1)
	go func() {
		for a := range in {
			out <- f(a)
		}
		close(out)
	}()
	return out
}

func Collect[T any](in <-chan T) (all []T) {
	for x := range in {
		all = append(all, x)
	}
	return
}

type Guarded[T any] struct {
	mu    sync.Mutex
	value T
}

func (g *Guarded[T]) With(f func(*T)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f(&g.value)
}

type Future[T any] struct {
	done chan struct{}
	val  T
}

func Async[T any](f func() T) *Future[T] {
	fu := &Future[T]{done: make(chan struct{})}
	go func() {
		fu.val = f()
		close(fu.done)
	}()
	return fu
}

func (f *Future[T]) Get() T { <-f.done; return f.val }

func All[T any](fs ...*Future[T]) (out []T) {
	for _, f := range fs {
		out = append(out, f.Get())
	}
	return
}

type Sendable interface{ ~chan int | ~chan<- int }

func Fill[C Sendable](c C, n int) {
	for i := 0; i < n; i++ {
		c <- i
	}
}

func First[T any](chans ...chan T) (T, int) {
	for {
		for i, c := range chans {
			select {
			case v := <-c:
				return v, i
			default:
			}
		}
	}
}

type event struct {
	name string
	n    int
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	squares := MapChan(Generate(ctx, 1, 2, 3), func(i int) int { return i * i })
	fmt.Println(Collect(MapChan(squares, func(i int) event { return event{"sq", i} })))
	var g Guarded[map[string]int]
	var wg sync.WaitGroup
	for i := 0; i < 8; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			g.With(func(m *map[string]int) {
				if *m == nil {
					*m = map[string]int{}
				}
				(*m)["n"]++
			})
		}()
	}
	wg.Wait()
	fmt.Println(g.value)
	fmt.Println(All(Async(func() string { return "a" }), Async(func() string { return "b" })))
	c := make(chan int, 3)
	Fill(c, 2)
	Fill((chan<- int)(c), 1)
	fmt.Println(len(c), <-c, <-c, <-c)
	d := make(chan error, 1)
	d <- nil
	fmt.Println(First(make(chan error), d))
}
// expect: [{sq 1} {sq 4} {sq 9}]
// expect: map[n:8]
// expect: [a b]
// expect: 3 0 1 0
// expect: <nil> 1
