// Before Go 1.21 panic(nil) panicked with nil.
// args: --go 1.20
package main

import "fmt"

func main() {
	func() {
		defer func() { fmt.Println("recovered", recover()) }() // expect: recovered <nil>
		panic(nil)
	}()
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { recover() }()
		panic(error(nil))
	}()
	<-done
	panic(nil) // panic: nil
}
