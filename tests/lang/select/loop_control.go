package main

import "fmt"

func main() {
	c := make(chan int, 10)
	for i := 0; i < 10; i++ {
		c <- i
	}
	sum := 0
loop:
	for {
		select {
		case v := <-c:
			if v%2 == 0 {
				continue loop
			}
			if v == 7 {
				break loop
			}
			if v == 3 {
				break
			}
			sum += v
		}
	}
	fmt.Println(sum, len(c)) // expect: 6 2
}
