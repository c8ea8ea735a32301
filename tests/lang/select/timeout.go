// Time is virtual: an hour passes at once, in the right order.
package main

import (
	"fmt"
	"time"
)

func main() {
	start := time.Now()
	c := make(chan string)
	go func() { time.Sleep(5 * time.Millisecond); c <- "late" }()
	select {
	case s := <-c:
		fmt.Println(s)
	case <-time.After(2 * time.Millisecond):
		fmt.Println("timeout") // expect: timeout
	}
	fmt.Println(<-c) // expect: late
	d := time.Since(start)
	fmt.Println(d >= 5*time.Millisecond, d < time.Second, time.Duration(90)*time.Second) // expect: true true 1m30s
}
