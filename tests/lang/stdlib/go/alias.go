// An Alias of package go/types, which its checker does not make.
package main

import (
	"fmt"
	"go/types"
)

func main() {
	pkg := types.NewPackage("example.com/p", "p")
	a := types.NewAlias(types.NewTypeName(0, pkg, "A", nil), types.Typ[types.Int])
	b := types.NewAlias(types.NewTypeName(0, pkg, "B", nil), a)
	fmt.Println(a, b, b.Rhs() == a, b.Obj().Type() == b) // expect: example.com/p.A example.com/p.B true true
	fmt.Println(types.Unalias(b), b.Underlying())        // expect: int int
	fmt.Println(types.Unalias(types.Typ[types.String]))  // expect: string
}
