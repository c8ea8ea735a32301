package main

type array [2]string

func ranges(s string, a *array, m map[string]bool, c <-chan int, send chan<- int, n int8, fn func()) {
	for i, r := range s {
		var _ int = i
		var _ rune = r
	}
	for i, v := range a {
		var _ int = i
		var _ string = v
	}
	for k, v := range m {
		var _ string = k
		var _ bool = v
	}
	for v := range c {
		var _ int = v
	}
	for i := range n {
		var _ int8 = i
	}
	for i := range 10 {
		var _ int = i
	}
	for range 3 {
	}
	var b byte // error: declared and not used: b
	for b = range 255 {
	}
	for b = range 256 { // error: (overflows|cannot use 256)
	}
	for i, v := range n { // error: range over n .*permits only one iteration variable
		_, _ = i, v
	}
	for v, ok := range c { // error: range over c .*permits only one iteration variable
		_, _ = v, ok
	}
	for range send { // error: cannot range over send .*: receive from send-only channel
	}
	for range 1.5 { // error: cannot range over 1.5
	}
	for range fn { // error: cannot range over fn
	}
	for range nil { // error: cannot range over nil
	}
	for range &s { // error: cannot range over &s
	}
	for _ := range s { // error: no new variables on left side of :=
	}
	for _, v := range []int{} { // error: declared and not used: v
	}
	for i, i := range s { // error: i redeclared in this block
		_ = i
	}
	var word string // error: declared and not used: word
	for word = range s { // error: cannot (use|assign) .*string
	}
	for word, _ = range m {
	}
	for _, b = range []byte{} {
	}
	for 1 = range s { // error: cannot assign to 1
	}
	for i := range i { // error: undefined: i
	}
	var t struct{ i, j int }
	for t.i, t.j = range []int{} {
	}
}

func main() {}
