package main

import "fmt"

func order() {
	for i := 0; i < 3; i++ {
		defer fmt.Print(i, " ")
	}
}

func result() (n int, err error) {
	defer func() {
		n *= 2
		if r := recover(); r != nil {
			err = fmt.Errorf("caught %v", r)
		}
	}()
	n = 21
	panic("p")
}

func nested() (s string) {
	defer func() { s += fmt.Sprint(recover()) }()
	defer func() {
		defer func() { s += fmt.Sprint(recover(), " ") }()
		panic("second")
	}()
	panic("first")
}

func notDirect() (s string) {
	defer func() { s = fmt.Sprint(recover()) }()
	defer func() {
		func() { s += fmt.Sprint("inner ", recover(), " ") }() // not called by the deferred function itself
	}()
	panic("x")
}

func main() {
	order()
	fmt.Println() // expect: 2 1 0 
	fmt.Println(result()) // expect: 42 caught p
	fmt.Println(nested()) // expect: second first
	fmt.Println(notDirect()) // expect: x
	fmt.Println(recover()) // expect: <nil>
	func() {
		defer func() { recover() }()
		defer fmt.Println("deferred while panicking") // expect: deferred while panicking
		panic(1)
	}()
	x := 1
	defer fmt.Println("argument evaluated early:", x)
	x = 2
	fmt.Println("end", x) // expect: end 2
	// expect: argument evaluated early: 1
}
