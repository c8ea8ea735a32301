// As many channels as asked for, all with a value in them at once.
package main

import (
	"os"
	"strconv"
)

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	channels := make([]chan int, n)
	for i := range channels {
		channels[i] = make(chan int, 1)
	}
	go func() {
		for i, c := range channels {
			c <- i
		}
	}()
	sum := 0
	for _, c := range channels {
		sum += <-c
	}
	println(sum)
}
