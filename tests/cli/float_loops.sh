# Loops whose condition compares floats, and some that compare words: interpreted, as machine code that is entered at
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

func same(x, y, stop int) (n int) {
	for ; x == y; n++ {
		if n == stop {
			x++
		}
	}
	return
}

func below(x, y uint) (n int) {
	for ; x <= y; x++ {
		n++
	}
	return
}

func while(x, y uint, on bool) (n int) {
	for on {
		n++
		x++
		on = x < y
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
		sum += same(0, 0, 0) + below(0, 0) + while(0, 1, true) - 3
	}
	fmt.Println(sum)
	const n = 300000
	fmt.Println(less(0, n), lessOrEqual(0, n), notLess(n, 0), notLessOrEqual(n, 0), equal(n, n), unequal(0, n), narrow(0, n))
	fmt.Println(same(0, 0, n), same(0, 1, n), below(0, n), below(1, 0), while(0, n, true), while(0, n, false))
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
300001 0 300001 0 300000 0
0 0 0 0
1800
END
for flags in "" "--jit off" "--jit all" "--detector none" "--detector none --jit off" "--detector none --jit all" \
    "--seed 3" "--seed 3 --jit all"; do
    wants 0 "$GOL" run $flags loops.go
    same out want "loops under $flags"
done
finish
