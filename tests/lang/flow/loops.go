package main

import "fmt"

func main() {
outer:
	for i := 0; i < 4; i++ {
		for j := 0; ; j++ {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Print(i, j, ";")
		}
	}
	fmt.Println() // expect: 0 0;0 1;1 0;1 1;
	n := 0
again:
	if n < 3 {
		n++
		goto again
	}
	fmt.Println(n) // expect: 3
	var p *[3]int = &[3]int{7, 8, 9}
	for i, v := range p {
		fmt.Print(i, "=", v, " ")
	}
	for i := range p {
		fmt.Print(i)
	}
	fmt.Println() // expect: 0=7 1=8 2=9 012
	s := []int{1, 2, 3}
	for _, v := range s {
		s = append(s, v*10)
	}
	fmt.Println(s) // expect: [1 2 3 10 20 30]
	c := make(chan int, 3)
	c <- 1
	c <- 2
	close(c)
	for v := range c {
		fmt.Print(v, " ")
	}
	for range s {
		n++
	}
	fmt.Println(n) // expect: 1 2 9
	{
		for n > 0 {
			n -= 4
		}
	}
	fmt.Println(n) // expect: -3
}
