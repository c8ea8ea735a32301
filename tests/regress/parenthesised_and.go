// What && and || guard is not computed before them where they stand in parentheses beside a call;
// a call in parentheses is made in its turn.
package main

import "fmt"

func big(n int) bool { return n > 5 }

type list struct{ at []int }

func (l *list) edge(i int) bool {
	return (i > 0 && big(l.at[i-1])) != (i < len(l.at) && big(l.at[i]))
}

func (l *list) any(p *list) bool {
	return (p != nil && big(p.at[0])) == ((l == nil || big(l.at[0])) && true)
}

var n int

func next() int { n++; return n }

func main() {
	l := &list{[]int{1, 9, 3}}
	for i := 0; i <= 3; i++ {
		fmt.Print(l.edge(i), " ")
	}
	fmt.Println(l.any(nil), (*list)(nil).any(l)) // expect: false true true false true false
	var none *list
	fmt.Println(none != nil && big(none.at[0]))   // expect: false
	fmt.Println((none == nil || big(none.at[0]))) // expect: true
	x := []int{0, 0, 0}
	fmt.Println((next())+n, n+(next()), -(n)+(next()), [1]bool{(n > 9 && x[n] > next())}) // expect: 4 5 0 [false]
}
