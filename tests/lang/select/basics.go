package main

import "fmt"

func main() {
	a, b := make(chan int, 1), make(chan string, 1)
	select {
	case <-a:
		fmt.Println("a?")
	default:
		fmt.Println("default") // expect: default
	}
	a <- 5
	select {
	case v, ok := <-a:
		fmt.Println(v, ok) // expect: 5 true
	case b <- "x":
		select {
		case v, ok := <-a:
			fmt.Println(v, ok)
		}
	}
	close(a)
	var none chan int
	select {
	case none <- 1:
	case <-none:
	case v, ok := <-a:
		fmt.Println(v, ok) // expect: 0 false
	}
	arr := []int{0, 0}
	i := 0
	a2 := make(chan int, 1)
	a2 <- 9
	select {
	case arr[i+1] = <-a2:
	}
	fmt.Println(arr) // expect: [0 9]
}
