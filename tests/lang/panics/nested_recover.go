// Panics inside deferred calls: which is recovered, what the functions then return, in what order
// the deferred calls run.
package main

import (
	"fmt"
	"runtime"
)

func named() (r int, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("caught %v", v)
		}
	}()
	r = 7
	panic("first")
}

func replaced() (s string) {
	defer func() { s = fmt.Sprint("outer ", recover()) }()
	defer func() { panic("second") }()
	panic("first")
}

func inner() (s string) {
	defer func() { s = fmt.Sprint(s, " outer ", recover()) }()
	defer func() {
		defer func() { s = fmt.Sprint("inner ", recover()) }()
		panic("second")
	}()
	panic("first")
}

func notDirectly() (s string) {
	defer func() { s = fmt.Sprint("direct ", recover()) }()
	defer func() { func() { fmt.Println("helper", recover()) }() }()
	panic("first")
}

type guard struct{ name string }

func (g guard) stop()   { fmt.Println(g.name, recover()) }
func (g *guard) stopP() { fmt.Println(g.name, "pointer", recover()) }

type wrapped struct{ guard }
type stopper interface{ stop() }

func methods() {
	func() { defer guard{"value"}.stop(); panic(1) }()
	func() { defer wrapped{guard{"promoted"}}.stop(); panic(2) }()
	func() { defer stopper(wrapped{guard{"interface"}}).stop(); panic(3) }()
	func() { defer (&wrapped{guard{"through"}}).stopP(); panic(4) }()
	func() { f := wrapped{guard{"bound"}}.stop; defer f(); panic(5) }()
}

func loop() {
	for i := 0; i < 3; i++ {
		defer fmt.Print("deferred ", i, "\n")
	}
	defer func() {
		fmt.Println(recover(), recover())
	}()
	panic("once")
}

func again() (s string) {
	defer func() { s = fmt.Sprint("again ", recover()) }()
	defer func() { panic(fmt.Sprint("re-", recover())) }()
	panic("first")
}

func goexit() {
	done := make(chan bool)
	go func() {
		defer close(done)
		defer func() { fmt.Println("exiting", recover()) }()
		defer func() {
			defer func() { fmt.Println("panic in exit:", recover()) }()
			panic("late")
		}()
		runtime.Goexit()
		fmt.Println("never")
	}()
	<-done
}

func goexitAborted() {
	done := make(chan bool)
	go func() {
		defer close(done)
		func() {
			defer func() { fmt.Println("recovered", recover()) }()
			defer func() { panic("instead") }()
			runtime.Goexit()
		}()
		fmt.Println("never")
	}()
	<-done
}

func deep(n int) {
	if n == 0 {
		var m map[string]int
		m["x"] = 1
	}
	defer func() {
		if n%1000 == 0 {
			fmt.Println("unwound", n)
		}
	}()
	deep(n - 1)
}

func main() {
	fmt.Println(named())
	fmt.Println(replaced())
	fmt.Println(inner())
	fmt.Println(notDirectly())
	methods()
	loop()
	fmt.Println(again())
	goexit()
	goexitAborted()
	func() {
		defer func() { fmt.Println(recover()) }()
		deep(2000)
	}()
}

// expect: 7 caught first
// expect: outer second
// expect: inner second outer first
// expect: helper <nil>
// expect: direct first
// expect: value 1
// expect: promoted 2
// expect: interface 3
// expect: through pointer 4
// expect: bound 5
// expect: once <nil>
// expect: deferred 2
// expect: deferred 1
// expect: deferred 0
// expect: again re-first
// expect: panic in exit: late
// expect: exiting <nil>
// expect: recovered instead
// expect: unwound 1000
// expect: unwound 2000
// expect: assignment to entry in nil map
