package main

import "fmt"

func ch(name string, c chan int) chan int {
	fmt.Print(name, " ")
	return c
}

func val(n int) int {
	fmt.Print(n, " ")
	return n
}

func main() {
	a := make(chan int, 1)
	var b chan int
	select {
	case ch("b", b) <- val(1):
	case ch("a", a) <- val(2):
	case <-ch("c", nil):
	}
	fmt.Println(<-a) // expect: b 1 a 2 c 2
}
