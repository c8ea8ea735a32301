// Package variables are initialised in the order of their dependencies, then init functions run.
package main

import "fmt"

var (
	a = b + 1
	b = f()
	c = func() int { return a * 2 }()
)

func f() int { return d * 10 }

var d = 3

func init() { fmt.Println("init", a, b, c, d) } // expect: init 31 30 62 3
func init() { d = 4 }

func main() { fmt.Println(d) } // expect: 4
