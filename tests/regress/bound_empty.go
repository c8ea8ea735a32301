// A method value of a receiver that takes no memory captures nothing.
package main

import "fmt"

type Empty struct{}

func (Empty) Add(a, b int) int { return a + b }

func main() {
	f := Empty{}.Add
	fmt.Println(f(3, 4)) // expect: 7
}
