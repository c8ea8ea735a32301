package main

import "fmt"

type s struct {
	a int
	b string
	_ int
}

type i interface{}

func main() {
	fmt.Println(s{1, "x", 2} == s{1, "x", 3}, s{a: 1} != s{a: 2}) // expect: true true
	var x, y i = 1, 1
	var z i = int8(1)
	fmt.Println(x == y, x == z, x == 1, z == int8(1), x == nil) // expect: true false true true false
	var p, q *int
	n := 1
	r := &n
	fmt.Println(p == q, p == r, r == &n, i(p) == nil, i(p) == i(q)) // expect: true false true false true
	a := [2]i{1, "a"}
	fmt.Println(a == [2]i{1, "a"}, a == [2]i{1, "b"}) // expect: true false
	c := make(chan int)
	d := c
	fmt.Println(c == d, c == make(chan int), c != nil) // expect: true false true
	e1, e2 := fmt.Errorf("x"), fmt.Errorf("x")
	fmt.Println(e1 == e2, e1 == e1, "a"+"b" == "ab") // expect: false true true
}
