package main

import (
	"fmt"
	"time"
)

// Timers that nobody can see any more are gone; those that somebody can see fire.
func main() {
	early := time.NewTimer(time.Hour)
	held := time.NewTimer(2 * time.Hour)
	done := make(chan time.Time)
	go func() { done <- <-time.After(3 * time.Hour) }()
	called := make(chan bool)
	time.AfterFunc(time.Hour, func() { called <- true })
	start := time.Now()
	for i := 0; i < 25000; i++ {
		select {
		case <-time.After(time.Hour):
			panic("an hour has passed")
		default:
		}
		time.NewTicker(time.Hour)
	}
	fmt.Println(<-called) // expect: true
	fmt.Println((<-early.C).Sub(start).Round(time.Hour)) // expect: 1h0m0s
	fmt.Println(held.Reset(time.Hour)) // expect: true
	fmt.Println((<-held.C).Sub(start).Round(time.Hour)) // expect: 2h0m0s
	fmt.Println((<-done).Sub(start).Round(time.Hour)) // expect: 3h0m0s
}
