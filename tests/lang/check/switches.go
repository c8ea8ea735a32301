package main

type I interface{ M() }
type T struct{}
type P struct{}

func (T) M()  {}
func (*P) M() {}

type str string

func values(n int, s str, f float64, v any, fn func(), t T, b bool) {
	switch n {
	case 1, 2:
	case 3, 1: // error: duplicate case 1
	case 2.0:  // error: duplicate case 2
	case 2.5:  // error: (truncated|cannot use)
	case "a":  // error: (invalid case|cannot convert|mismatched)
	case f:    // error: invalid case f in switch on n \(mismatched types float64 and int\)
	}
	switch s {
	case "a":
	case "b", "a": // error: duplicate case "a"
	}
	switch f {
	case 1:
	case 1.0: // error: duplicate case 1
	}
	switch v {
	case 1, "1", 1.0, int8(1):
	case int8(1): // error: duplicate case int8\(1\)
	case nil:
	case fn: // error: (cannot compare|can only be compared|invalid case)
	}
	switch {
	case n > 1, b:
	case n: // error: invalid case n in switch
	case true:
	case true:
	}
	switch fn {
	case nil:
	}
	switch t {
	case T{}:
	}
	switch nil { // error: use of untyped nil in switch expression
	}
	switch []int{} {
	case nil:
	}
	switch [1][]int{} { // error: cannot switch on
	}
	switch x := n; {
	default:
		_ = x
	default: // error: multiple defaults in switch
	}
}

func types(v any, i I, n int) {
	switch v.(type) {
	case int, string, nil:
	case []int, int: // error: duplicate case int in type switch
	case error:
	case nil: // error: duplicate case nil in type switch
	case 1: // error: 1 is not a type
	}
	switch i.(type) {
	case T, *P:
	case P:   // error: impossible type switch case: i .*cannot have dynamic type P
	case int: // error: impossible type switch case: i .*cannot have dynamic type int
	case any, interface{ N() }:
	}
	switch n.(type) { // error: n .*is not an interface
	}
	switch x := v.(type) {
	case int:
		x++
	case string:
		x += "1"
	case nil, bool:
		x.M() // error: x.M undefined
	case I:
		x.M()
	}
	switch x := v.(type) { // error: declared and not used: x
	case int:
	case string:
	}
	switch x := v.(type) { // error: declared and not used: x
	}
	switch _ := v.(type) { // error: no new variable on left side of :=
	}
}

func main() {}
