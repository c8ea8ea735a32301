// What Go says about bounds, in all its forms; unsigned operands are large, never negative.
package main

import "fmt"

func show(f func()) {
	defer func() { fmt.Println(recover()) }()
	f()
}

func main() {
	s, a, t := make([]int, 3, 5), [4]int{}, "text"
	five, six, minus, huge := 5, 6, -1, ^uint64(0)
	p := &a
	show(func() { _ = s[five] })               // expect: runtime error: index out of range [5] with length 3
	show(func() { _ = s[minus] })              // expect: runtime error: index out of range [-1]
	show(func() { _ = s[huge] })               // expect: runtime error: index out of range [18446744073709551615] with length 3
	show(func() { _ = a[five] })               // expect: runtime error: index out of range [5] with length 4
	show(func() { _ = p[huge] })               // expect: runtime error: index out of range [18446744073709551615] with length 4
	show(func() { _ = t[five] })               // expect: runtime error: index out of range [5] with length 4
	show(func() { s[five] = 1 })               // expect: runtime error: index out of range [5] with length 3
	show(func() { _ = s[:six] })               // expect: runtime error: slice bounds out of range [:6] with capacity 5
	show(func() { _ = s[:huge] })              // expect: runtime error: slice bounds out of range [:18446744073709551615] with capacity 5
	show(func() { _ = s[minus:] })             // expect: runtime error: slice bounds out of range [-1:]
	show(func() { _ = s[five:] })              // expect: runtime error: slice bounds out of range [5:3]
	show(func() { _ = a[five:] })              // expect: runtime error: slice bounds out of range [5:4]
	show(func() { _ = p[:five] })              // expect: runtime error: slice bounds out of range [:5] with length 4
	show(func() { _ = t[five:] })              // expect: runtime error: slice bounds out of range [5:4]
	show(func() { _ = t[:six] })               // expect: runtime error: slice bounds out of range [:6] with length 4
	show(func() { _ = s[0:1:six] })            // expect: runtime error: slice bounds out of range [::6] with capacity 5
	show(func() { _ = s[0:five:4] })           // expect: runtime error: slice bounds out of range [:5:4]
	show(func() { _ = s[five:4:5] })           // expect: runtime error: slice bounds out of range [5:4:]
	show(func() { _ = (*[4]int)(s) })          // expect: runtime error: cannot convert slice with length 3 to array or pointer to array with length 4
	show(func() { _ = make([]int, minus) })    // expect: runtime error: makeslice: len out of range
	show(func() { _ = make([]int, 2, minus) }) // expect: runtime error: makeslice: cap out of range
	show(func() { _ = make(chan int, minus) }) // expect: makechan: size out of range
	show(func() { fmt.Println(1 << minus) })   // expect: runtime error: negative shift amount
}
