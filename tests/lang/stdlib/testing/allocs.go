// AllocsPerRun calls the function once more than it is told to; allocations are not compiled code's, so there are
// none.
package main

import (
	"fmt"
	"testing"
)

func main() {
	calls := 0
	var kept []byte
	fmt.Println(testing.AllocsPerRun(10, func() { calls++; kept = make([]byte, calls) }), calls, len(kept))
}

// expect: 0 11 11
