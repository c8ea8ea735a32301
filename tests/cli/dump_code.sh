# gol dump code: what instructions refer to stands beside them by its name or value.
. "$ROOT/tests/cli/lib.sh"
program d.go << 'END'
package main

import (
	"fmt"
	"math"
)

type shape interface{ area() float64 }
type circle struct{ r float64 }

func (c circle) area() float64 { return math.Pi * c.r * c.r }

var first, limit = 5, 7

func serve(in chan int, out chan<- int, quit chan bool) int {
	for {
		select {
		case v, ok := <-in:
			if !ok {
				return limit
			}
			out <- v * first
		case out <- 5:
		case <-quit:
			return -1
		}
	}
}

func main() {
	var s shape = circle{2}
	println("a \"quoted\" \\ line\n\x01")
	println("0123456789012345678901234567890123456789, of which a part is shown")
	fmt.Println(s.area(), math.Float64bits(s.area()))
	go serve(nil, nil, nil)
}
END
wants 0 "$GOL" dump code d.go
for line in 'func main\.serve: 3 parameter slots, 1 result slot, [0-9]+ register slots' ' +17 \| select \{' \
    ' +case <-r[0-9]+ to r[0-9]+, r[0-9]+' ' +case r[0-9]+ <- r[0-9]+' ' +case <-r[0-9]+' ' .* LDK .* \([0-9]+, 3\.14159\)' \
    ' .* GLD64 .* main\.limit' ' .* GLD64 .* main\.first' ' .* CALLI .* main\.area' ' .* LDFN .* main\.serve' \
    ' .* MKIFACE .* main\.circle' ' .* LDS .* "a \\x22quoted\\x22 \\x5c line\\n\\x01"' \
    ' .* LDS .* "0123456789012345678901234567890123456789\.\.\."' ' .* J[A-Z]+ .* -> [0-9]+' \
    ' +var ok bool: r[0-9]+, [0-9]+ to [0-9]+'; do
    matches out "^$line\$"
done
lacks out 'LDS .*of which a part'
wants 1 "$GOL" dump nothing d.go
finish
