package main

type I1 interface{ F() interface{ I1 } }
type I2 interface{ F() interface{ I2 } }

type S struct{}

func (S) F() interface{ I1 } { return nil }

// Interfaces that lead back into themselves without a name of their own are compared and printed,
// too.
func main() {
	var a I1 = S{}
	var b I2 = a
	_, ok := a.(I2)
	println(a == b, ok) // stderr: true true
	var f any = S.F
	_, ok = f.(func(S) interface{ I2 })
	println("same", ok) // stderr: same true
}
