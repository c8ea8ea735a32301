package main

import (
	"fmt"
	"time"
)

func main() {
	start := time.Now()
	time.Sleep(3 * time.Millisecond)
	passed := time.Since(start)
	_ = passed
	fmt.Println(1500*time.Millisecond, time.Duration(0), 2*time.Hour+3*time.Minute, time.Microsecond*5) // expect: 1.5s 0s 2h3m0s 5µs
	fmt.Println((90 * time.Second).Minutes(), time.Duration(1500*time.Millisecond).Seconds())             // expect: 1.5 1.5
	order := make(chan int, 3)
	for _, d := range []int{30, 10, 20} {
		go func(d int) { time.Sleep(time.Duration(d) * time.Millisecond); order <- d }(d)
	}
	fmt.Println(<-order, <-order, <-order) // expect: 10 20 30
	t := time.AfterFunc(time.Hour, func() { fmt.Println("never") })
	fmt.Println(t.Stop()) // expect: true
	tick := time.NewTicker(10 * time.Millisecond)
	<-tick.C
	<-tick.C
	tick.Stop()
	fmt.Println("ticked") // expect: ticked
}
