package main

type A struct{ b B } // error: invalid recursive type A
type B struct{ c [2]C }
type C struct{ a A }

type Self struct{ s Self } // error: invalid recursive type: Self refers to itself

type Fine struct {
	next *Fine
	kids []Fine
	by   map[string]Fine
	f    func(Fine) Fine
	ch   chan Fine
}

type N1 N2 // error: invalid recursive type N1
type N2 N1

type I interface{ J } // error: invalid recursive type I
type J interface{ I }

type L1 = L2 // error: invalid cycle in declaration of L1|invalid recursive type L1
type L2 = L1

type P *P
type F func(F) F

const c1 = c2 // error: initialization cycle for c1
const c2 = c1

var v1 = v2 // error: initialization cycle for v1
var v2 = v1

var v3 int = f3() // error: initialization cycle for v3

func f3() int { return f4() }
func f4() int { return v3 }

var v5 = func() int { return v5 }() // error: initialization cycle: v5 refers to itself

var again = func() { useAgain() } // error: initialization cycle for again

func useAgain() { again() }

type T struct{ m func() }

var v6 = T{m: T6} // error: initialization cycle for v6

func T6() { v6.m() }

var v7 = new(M).get() // error: initialization cycle for v7

type M struct{}

func (*M) get() int { return v7 }

type Arr [len(arr)]int // error: invalid recursive type Arr

var arr Arr

func main() { recursive(1) }

func recursive(n int) { recursive(n - 1) }
