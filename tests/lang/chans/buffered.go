package main

import "fmt"

type big struct {
	name string
	xs   [3]int
}

func main() {
	c := make(chan big, 2)
	c <- big{"a", [3]int{1, 2, 3}}
	c <- big{"b", [3]int{4, 5, 6}}
	fmt.Println(len(c), cap(c)) // expect: 2 2
	x := <-c
	c <- x
	fmt.Println(<-c, <-c) // expect: {b [4 5 6]} {a [1 2 3]}
	close(c)
	v, ok := <-c
	fmt.Println(v, ok, len(c)) // expect: { [0 0 0]} false 0
	e := make(chan interface{}, 3)
	e <- 1
	e <- nil
	e <- fmt.Errorf("err")
	close(e)
	for v := range e {
		fmt.Print(v, ";")
	}
	fmt.Println() // expect: 1;<nil>;err;
	f := make(chan func() int, 1)
	f <- func() int { return 7 }
	fmt.Println((<-f)()) // expect: 7
}
