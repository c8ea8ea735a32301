package main

import (
	"fmt"
	"time"
)

func main() {
	answer := make(chan int, 1)
	go func() { answer <- 42 }()
	select {
	case n := <-answer:
		fmt.Println(n)
	case <-time.After(time.Second):
		panic("no answer")
	}
}
