// A program that imports testing is no test.
package main

import (
	"fmt"
	"testing"
)

var early = testing.Testing()

func main() {
	fmt.Println(early, testing.Testing()) // expect: false false
}
