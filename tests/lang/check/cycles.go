package main

const a int = a // error: initialization cycle: a refers to itself

const (
	b int = c // error: initialization cycle for b
	c     = b
)

var d int = e // error: initialization cycle for d
var e = f()

func f() int { return d }

var g = func() int { return g }() // error: initialization cycle: g refers to itself

type h [len(i)]int // error: (invalid recursive type|initialization cycle|cycle in declaration)
var i h

type j struct{ k } // error: invalid recursive type j
type k [2]j

type l interface{ l } // error: invalid recursive type

type m = n // error: invalid recursive type m
type n = m

type ok struct {
	next *ok
	m    map[ok2]ok
	f    func(ok) ok
}
type ok2 struct{ c chan ok }

var fine func() = func() { useFine() }

func useFine() {}

func main() {
	type o struct{ o } // error: invalid recursive type: o refers to itself
	type p []p
}
