// Before Go 1.21 panic(nil) had no value of its own.
// args: --go 1.20
package main

import "fmt"

func main() {
	func() {
		defer func() { fmt.Println(recover()) }()
		panic(nil)
	}()
	panic(nil)
}

// expect: <nil>
// exit: 2
// stderr: ^panic: nil$
