// The program ends with main, whatever the others still do.
package main

import "fmt"

func main() {
	go func() {
		for {
		}
	}()
	go func() { select {} }()
	fmt.Println("bye") // expect: bye
}
