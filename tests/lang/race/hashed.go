// race: on text\[130\]
// expect: 32
// A digest reads what it is given.
package main

import (
	"crypto/sha256"
	"fmt"
)

func main() {
	text := make([]byte, 200)
	done := make(chan bool)
	go func() {
		text[130] = 1
		done <- true
	}()
	fmt.Println(len(sha256.Sum256(text)))
	<-done
}
