package main

import "fmt"

func try(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

// An index of an unsigned type is never negative, however large.
func main() {
	s := []int{1, 2, 3}
	a := [3]byte{}
	t := "abc"
	type wide []complex128
	w := wide{1}
	var u uint64 = 1<<64 - 1
	i := -1
	pairs := []struct{ a, b int }{{1, 2}}
	try(func() { fmt.Println(s[u]) })
	try(func() { s[u] = 1 })
	try(func() { fmt.Println(&s[u]) })
	try(func() { fmt.Println(a[u]) })
	try(func() { fmt.Println(t[u]) })
	try(func() { w[u]++ })
	try(func() { fmt.Println(pairs[u].b) })
	try(func() { fmt.Println(s[u:]) })
	try(func() { fmt.Println(a[1:u]) })
	try(func() { fmt.Println(t[1:u]) })
	try(func() { fmt.Println(s[1:2:u]) })
	try(func() { fmt.Println(s[i]) })
	try(func() { fmt.Println(s[i:]) })
	try(func() { fmt.Println(s[uint8(i)]) })
	try(func() { fmt.Println(s[uintptr(1)], s[uint(2)], w[uint64(0)]) })
}

// expect: runtime error: index out of range [18446744073709551615] with length 3
// expect: runtime error: index out of range [18446744073709551615] with length 3
// expect: runtime error: index out of range [18446744073709551615] with length 3
// expect: runtime error: index out of range [18446744073709551615] with length 3
// expect: runtime error: index out of range [18446744073709551615] with length 3
// expect: runtime error: index out of range [18446744073709551615] with length 1
// expect: runtime error: index out of range [18446744073709551615] with length 1
// expect: runtime error: slice bounds out of range [18446744073709551615:3]
// expect: runtime error: slice bounds out of range [:18446744073709551615] with length 3
// expect: runtime error: slice bounds out of range [:18446744073709551615] with length 3
// expect: runtime error: slice bounds out of range [::18446744073709551615] with capacity 3
// expect: runtime error: index out of range [-1]
// expect: runtime error: slice bounds out of range [-1:]
// expect: runtime error: index out of range [255] with length 3
// expect: 2 3 (1+0i)
// expect: <nil>
