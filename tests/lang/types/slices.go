package main

import "fmt"

func main() {
	a := [5]int{1, 2, 3, 4, 5}
	s := a[1:3]
	fmt.Println(s, len(s), cap(s)) // expect: [2 3] 2 4
	s = append(s, 40)
	fmt.Println(a, s[:4]) // expect: [1 2 3 40 5] [2 3 40 5]
	t := a[1:3:3]
	t = append(t, 99)
	fmt.Println(a, t, cap(a[1:3:3])) // expect: [1 2 3 40 5] [2 3 99] 2
	var n []int
	fmt.Println(n == nil, len(n), cap(n), append(n, n...) == nil) // expect: true 0 0 true
	n = append(n, 1, 2)
	n = append(n, n...)
	fmt.Println(n) // expect: [1 2 1 2]
	fmt.Println(copy(n, n[2:]), copy(n[1:], n), n) // expect: 2 3 [1 1 2 1]
	m := make([][]string, 2, 3)
	m[1] = append(m[1], "x")
	fmt.Println(m, len(m[:3])) // expect: [[] [x]] 3
	p := &a[2]
	*p = 7
	fmt.Println(a, len(&a)) // expect: [1 2 7 40 5] 5
	lit := []string{2: "c", 0: "a", "b"}
	fmt.Printf("%q\n", lit) // expect: ["a" "b" "c"]
	arr := (*[2]int)(n)
	arr[0] = 5
	fmt.Println(n, *arr) // expect: [5 1 2 1] [5 1]
}
