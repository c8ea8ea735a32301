package main

type A[P any] = []A[P] // error: invalid recursive type: A refers to itself
type B[P any] = P      // error: cannot use type parameter declared in alias declaration as RHS
type C[P comparable] = map[P]int

func (c C[int]) M() {} // error: cannot define new methods on generic alias type C

var x C[[]int]       // error: \[\]int does not satisfy comparable
var y C              // error: cannot use generic type C\[P comparable\] without instantiation
var z C[int, string] // error: too many type arguments for type C: have 2, want 1

func main() {}
