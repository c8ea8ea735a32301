// What looks wrong and is not.
package main

type (
	T struct{ x int }
	A [N]int
	B [N * 2]int
	C [N * (2)]int
	E struct {
		T
		*A
		f, g func(a, b int, c ...string) (int, error) "tag"
	}
)

const N = 3

var c1 chan<- chan int
var c2 chan (<-chan int)
var c3 <-chan chan<- int

func main() {
	for range 3 {
	}
	if (T{1}) == (T{1}) {
	}
	if f := func() A { return A{} }; f() == (A{}) {
	}
	switch x := any(1).(type) {
	case int, string:
		_ = x
	}
	switch {
	}
	select {
	default:
	}
	for i := range []int{1, 2} {
		_ = i
	}
	var p = &A{1, 2, 3}
	_ = p[1:2:3]
	_ = (<-chan int)(nil)
	_ = map[string][]A{"a": {{1}, {2}}}
	_ = 0x1p-2 + 0b1_0 + 0o17 + 1_000.5e3
	goto end
	;
	{
	}
end:
}
