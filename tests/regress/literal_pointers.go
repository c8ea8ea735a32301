// Literals of pointers to slices and maps, with & left out: the compiler crashed on them.
package main

import "fmt"

type S struct {
	a []int
	m map[string]int
}
type PS *[]int

func f() int { return 4 }

type I interface{}

func main() {
	p := []*S{{a: []int{1}}, nil, {}}
	fmt.Println(p[0].a, p[2].m == nil) // expect: [1] true
	x := map[string]*[]*[]int{"a": {{1, f()}, {f(), 2}}}
	fmt.Println(*(*x["a"])[1], *(*x["a"])[0]) // expect: [4 2] [1 4]
	y := [][]*map[int]int{{{1: f()}, {2: 3, f(): 5}}}
	fmt.Println(*y[0][1]) // expect: map[2:3 4:5]
	var big = []*[40]int{{1, 2, 39: 7}}
	fmt.Println(big[0][39]) // expect: 7
	q := []PS{{1, 2}}
	fmt.Println(*q[0]) // expect: [1 2]
	e := &[]int{1, 2}
	fmt.Println(*e) // expect: [1 2]
	long := []*[]int{{0: 1, 70: 5}}
	fmt.Println(len(*long[0])) // expect: 71
	mm := &map[string]int{"k": f()}
	fmt.Println(*mm) // expect: map[k:4]
	var i []I = []I{&[]int{1}, &S{}}
	fmt.Println(*i[0].(*[]int)) // expect: [1]
}
