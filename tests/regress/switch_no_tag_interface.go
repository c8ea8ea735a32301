// A case of a switch without a tag that is an interface is compared with true; it was taken as a
// condition, so any interface but nil was chosen.
package main

import "fmt"

type Flag bool

func chosen(x interface{}) string {
	switch {
	case x:
		return "chosen"
	default:
		return "other"
	}
}

func main() {
	fmt.Println(chosen(true), chosen(false))              // expect: chosen other
	fmt.Println(chosen(0), chosen(1), chosen(nil))        // expect: other other other
	fmt.Println(chosen(Flag(true)), chosen([]bool{true})) // expect: other other
	var s fmt.Stringer
	switch yes := true; {
	case s == nil && !yes, chosen(yes) == "other":
		fmt.Println("neither")
	case any(yes):
		fmt.Println("the second") // expect: the second
	}
}
