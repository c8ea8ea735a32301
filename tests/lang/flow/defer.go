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

type point struct{ x int }

func (p point) show(s string, y int) { fmt.Println(p.x, s, y) }

func show(s string, f float64, a int) { fmt.Println(s, f, a) }

// Arguments are kept whole, the last one too.
func arguments() {
	var shower interface{ show(string, int) } = point{-5}
	defer shower.show("method", -6)
	for i := 0; i < 2; i++ {
		defer show("call", -1.5, -i-1)
	}
	// expect: call -1.5 -2
	// expect: call -1.5 -1
	// expect: -5 method -6
}

func main() {
	arguments()
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
