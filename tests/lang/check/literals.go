package main

type P struct{ X, Y int }
type Q struct {
	P
	name string
}

var (
	_ = P{1, 2}
	_ = P{X: 1}
	_ = P{1}          // error: too few values in struct literal of type P
	_ = P{1, 2, 3}    // error: too many values in struct literal of type P
	_ = P{X: 1, 2}    // error: mixture of field:value and value elements in struct literal
	_ = P{X: 1, X: 2} // error: duplicate field name X in struct literal
	_ = P{Z: 1}       // error: unknown field Z in struct literal of type P
	_ = P{x: 1}       // error: unknown field x in struct literal of type P, but does have X
	_ = P{"a", 2}     // error: cannot use "a" .untyped string constant. as int value in struct literal
	_ = Q{X: 1}       // error: unknown field X in struct literal of type Q
	_ = Q{P: P{1, 2}, name: ""}

	_ = []P{{1, 2}, {X: 3}}
	_ = []*P{{1, 2}, &P{}}
	_ = map[P][]P{{1, 2}: {{3, 4}}}
	_ = [...]int{1, 2, 3}
	_ = [2]int{1, 2, 3}     // error: index 2 out of bounds|index 2 is out of bounds
	_ = []int{0: 1, 0: 2}   // error: duplicate index 0 in array or slice literal
	_ = []int{-1: 1}        // error: must not be negative
	_ = []int{"a": 1}       // error: must be integer
	_ = []int{1, "b"}       // error: cannot use "b" .untyped string constant. as int value in array or slice literal
	_ = map[string]int{"a": 1, "a": 2} // error: duplicate key "a" in map literal
	_ = map[string]int{1: 1}           // error: cannot use 1 .untyped int constant. as string value in map literal
	_ = map[string]int{1}              // error: missing key in map literal
	_ = map[any]int{1: 1, "1": 2, 1.0: 3}
	_ = map[any]int{1: 1, 1: 2} // error: duplicate key 1 in map literal
	_ = map[[]int]int{}         // error: invalid map key type \[\]int
	_ = int{}                   // error: invalid composite literal type int
	_ = [...]P{{1, 2}}[0].X
	_ = [...]int                // error: is not an expression|outside a composite literal
)

func main() {}
