# Loops whose condition compares numbers with a fraction: interpreted, as machine code that is entered at
# the end of a loop, and left there; also with what is no number.
. "$ROOT/tests/cli/lib.sh"
program loops.go << 'END'
package main

import (
	"fmt"
	"math"
)

func less(x, y float64) (n int) {
	for ; x < y; x++ {
		n++
	}
	return
}

func lessOrEqual(x, y float64) (n int) {
	for ; x <= y; x++ {
		n++
	}
	return
}

func notLess(x, y float64) (n int) {
	for ; !(x < y); x-- {
		n++
	}
	return
}

func notLessOrEqual(x, y float64) (n int) {
	for ; !(x <= y); x-- {
		n++
	}
	return
}

func equal(x, y float64) (n int) {
	for ; x == y; n++ {
		if n == int(y) {
			x++
		}
	}
	return
}

func unequal(x, y float64) (n int) {
	for ; x != y; x++ {
		n++
	}
	return
}

func narrow(x, y float32) (n int) {
	for ; x < y; x++ {
		n++
	}
	return
}

func main() {
	sum := 0
	for i := 0; i < 300; i++ { /* one round each: at the end of the loop the condition is false */
		sum += less(0, 1) + lessOrEqual(0, 0) + notLess(0, 0) + notLessOrEqual(1, 0) + equal(0, 0) + unequal(0, 1)
	}
	fmt.Println(sum)
	const n = 300000
	fmt.Println(less(0, n), lessOrEqual(0, n), notLess(n, 0), notLessOrEqual(n, 0), equal(n, n), unequal(0, n), narrow(0, n))
	nan := math.NaN()
	fmt.Println(less(0, nan), lessOrEqual(nan, 0), equal(nan, nan), less(math.Inf(-1), math.Inf(-1)))
	for round := 0; round < 300; round++ { /* the same loops without a round */
		sum += less(1, 0) + lessOrEqual(1, 0) + notLess(0, 1) + notLessOrEqual(0, 0) + equal(0, 1) + unequal(1, 1)
	}
	fmt.Println(sum)
}
END
cat > want << 'END'
1800
300000 300001 300001 300000 300001 300000 300000
0 0 0 0
1800
END
for flags in "" "--jit off" "--jit all" "--detector none" "--detector none --jit off" "--detector none --jit all" \
    "--seed 3" "--seed 3 --jit all"; do
    wants 0 "$GOL" run $flags loops.go
    same out want "loops under $flags"
done
finish
