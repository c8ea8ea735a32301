package main

import (
	"fmt"
	"time"
)

func ask() chan string {
	answer := make(chan string)
	go func() {
		time.Sleep(10 * time.Millisecond)
		answer <- "42"
	}()
	return answer
}

func main() {
	select {
	case text := <-ask():
		fmt.Println(text)
	case <-time.After(time.Millisecond):
		fmt.Println("no answer in time")
	}
	time.Sleep(time.Second) // the program lives on
}
