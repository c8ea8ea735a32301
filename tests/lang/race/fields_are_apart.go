// norace
// Different fields and elements are different locations, even neighbouring bytes.
package main

import "fmt"

type T struct {
	a, b byte
	c    [4]byte
}

func main() {
	var t T
	done := make(chan bool)
	go func() { t.a = 1; done <- true }()
	go func() { t.b = 2; done <- true }()
	for i := range t.c {
		go func(i int) { t.c[i] = byte(i); done <- true }(i)
	}
	for i := 0; i < 6; i++ {
		<-done
	}
	fmt.Println(t) // expect: {1 2 [0 1 2 3]}
}
