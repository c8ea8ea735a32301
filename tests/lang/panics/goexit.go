package main

import (
	"fmt"
	"runtime"
)

func main() {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println("recovered", recover()) }() // expect: recovered <nil>
		func() { runtime.Goexit() }()
		fmt.Println("not reached")
	}()
	<-done
	fmt.Println("end") // expect: end
}
