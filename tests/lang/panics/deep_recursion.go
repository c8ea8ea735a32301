// A stack grows as needed.
package main

import "fmt"

func depth(n int) int {
	if n == 0 {
		return 0
	}
	var pad [10]int
	pad[n%10] = n
	return depth(n-1) + 1 + pad[(n+1)%10]
}

func main() {
	c := make(chan int)
	for i := 0; i < 3; i++ {
		go func() { c <- depth(100000) }()
	}
	fmt.Println(<-c, <-c, <-c) // expect: 100000 100000 100000
}
