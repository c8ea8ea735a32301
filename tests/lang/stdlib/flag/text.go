// Flags of types that are read from text; a set made by hand.
package main

import (
	"flag"
	"fmt"
	"math/big"
	"os"
)

func main() {
	var set flag.FlagSet
	set.Init("cmd", flag.ContinueOnError)
	set.SetOutput(os.Stdout)
	var n big.Int
	set.TextVar(&n, "n", big.NewInt(5), "a `number` of any size")
	fmt.Println(set.ErrorHandling(), set.Parse([]string{"-n", "123456789012345678901234567890"}), n.String())
	fmt.Println(set.Parse([]string{"-n=x"}) != nil, set.Lookup("n").DefValue)
}

// expect: 0 <nil> 123456789012345678901234567890
// expect: invalid value "x" for flag -n: math/big: cannot unmarshal "x" into a *big.Int
// expect: Usage of cmd:
// expect:   -n number
// expect:     	a number of any size (default 5)
// expect: true 5
