// Methods are declared on generic types, not on their instances, whatever these are called.
package main

type G[T any] struct{ v T }

type A = G[int]
type B = A
type D G[int]

func (g G[T]) ok() T { return g.v }
func (a A) bad()     {} // error: cannot define new methods on instantiated type
func (b *B) worse()  {} // error: cannot define new methods on instantiated type
func (d D) fine()    {}

func (g G[int]) named() int { return g.v } // here int is the name of the type parameter

func main() {}
