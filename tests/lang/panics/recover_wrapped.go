// recover where methods of embedded fields and method expressions come between, and deferred itself.
package main

import "fmt"

type base struct{}

func (base) rec(from string) { fmt.Println(from, recover()) }

type outer struct{ base }

type recoverer interface{ rec(from string) }

func direct() (s string) {
	s = "kept"
	defer func() { fmt.Println("outer", recover()) }()
	defer recover() // not called by a deferred function
	panic("direct")
}

func inDeferred() {
	defer func() {
		defer recover() // called by one
	}()
	panic("in deferred")
}

func main() {
	fmt.Println(direct())
	inDeferred()
	func() {
		var x recoverer = outer{}
		defer x.rec("interface")
		panic(1)
	}()
	func() {
		rec := recoverer.rec
		defer rec(&outer{}, "method of an interface")
		panic(2)
	}()
	func() {
		rec := (*outer).rec
		defer rec(&outer{}, "method of a pointer")
		panic(3)
	}()
	done := make(chan bool)
	go func() {
		defer close(done)
		go recover()
		defer recover()
	}()
	<-done
}

// expect: outer direct
// expect: kept
// expect: interface 1
// expect: method of an interface 2
// expect: method of a pointer 3
