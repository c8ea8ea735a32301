// Several goroutines may draw from the numbers of the packages.
package main

import (
	crypto "crypto/rand"
	"fmt"
	"math/rand"
)

func draw(done chan bool) {
	var b [3]byte
	rand.Read(b[:])
	crypto.Read(b[:])
	rand.Perm(3)
	rand.Shuffle(3, func(i, j int) {})
	done <- rand.Float64() < 1 && rand.NormFloat64() < 100 && rand.Int31n(5) < 5
}

func main() {
	done := make(chan bool)
	go draw(done)
	go draw(done)
	fmt.Println(<-done, <-done) // expect: true true
} // norace
