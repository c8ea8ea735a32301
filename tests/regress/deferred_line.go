// A function that makes its deferred calls is at the return statement, or at its closing brace.
package main

import (
	"fmt"
	"runtime"
)

func where() {
	_, _, line, _ := runtime.Caller(1)
	fmt.Print(line, " ")
}

func value(early bool) (n int) {
	defer where()
	if early {
		return 1
	}
	n = 3
	return n +
		2
}

func loop() {
	defer where()
	for i := 0; i < 3; i++ {
		defer where()
		if i == 1 {
			return
		}
	}
}

func end() {
	defer where()
	defer recover()
}

func again() (n int) {
	defer func() { n++ }()
	defer func() { recover() }()
	defer where()
	if n == 0 {
		defer func() { n += 10 }()
		return 5
	}
	panic("not reached")
}

func main() {
	fmt.Println(value(true), value(false)) // expect: 17 20 1 5
	loop()
	end()
	fmt.Println(again()) // expect: 29 29 29 37 45 16
}
