// Calls of functions that only compute a number: compiled in place, and no different for it.
package main

import (
	"fmt"
	"math"
)

const two = 2

func mean(a, b float64) float64       { return (a + b) / two }
func wrap(a int8, b uint8) int8       { return a*two + int8(b) }
func less(a, b int) bool              { return a < b || a == b && b%2 == 0 }
func divide(a, b int) int             { return a / b }
func shift(a int, by uint) int        { return a << by }
func single(a float32) float32        { return a / 3 }
func unused(a, _ int) int             { return a }
func nested(a, b int) int             { return unused(a, b) - b }
func same(a int) int                  { return a }
func halves(a int) (int, int)         { return a / 2, a % 2 }
func sum(a, b int) int                { return a + b }
func times[T int | float64](a T) T    { return a * 3 }
func length(s string) int             { return len(s) }
func constant(a int) float64          { return 1.5 }
func quarters(a int) int              { return a/4*100 + a%4 }
func sixteenth(a uint64, b int16) int { return int(a/16%8) + int(b%16) }

type number int

func (n number) plus(m number) number { return n + m }

var calls int

func called(n int) int {
	calls = calls*10 + n
	return n
}

func main() {
	x, y := 3, 5
	x = sum(y, x*x) // expect: 14 5
	fmt.Println(x, y)
	x, y = sum(y, x), sum(x, y*y)
	fmt.Println(x, y)                                                       // expect: 19 39
	fmt.Println(sum(called(1), called(2))+sum(called(3), called(4)), calls) // expect: 10 1234
	fmt.Println(sum(halves(7)), nested(8, 3))                               // expect: 4 5
	fmt.Println(int(wrap(100, 200)), shift(3, 70))                          // expect: -112 0
	fmt.Println(quarters(-9), quarters(9))                                  // expect: -201 201
	fmt.Println(sixteenth(1<<63+255, -17), sixteenth(15, 17))               // expect: 6 1
	x = sum(x, unused(x+1, called(5)))
	fmt.Println(x, calls%10)                                 // expect: 39 5
	println(less(2, 2), less(3, 3), less(1, 2), !less(2, 1)) // stderr: ^true false true true$
	f := sum
	fmt.Println(f(1, 2), int(number.plus(4, 5)))                   // expect: 3 9
	fmt.Println(times(7), int(times(1.5)*10))                      // expect: 21 45
	fmt.Println(length("four"), int(constant(1)*mean(1, 4)*100))   // expect: 4 375
	println(single(1) == float32(1)/3, math.Sqrt(mean(1, 7)) == 2) // stderr: ^true true$
	func() {
		defer func() { fmt.Println(same(recovered(recover())), 0) }() // expect: 7 0
		fmt.Println(divide(1, x-39), 0)
	}()
	for i := range [3]int{} {
		func() { x = sum(x, i) }()
	}
	fmt.Println(x, same(x)) // expect: 42 42
}

func recovered(v any) int {
	if v.(error).Error() == "runtime error: integer divide by zero" {
		return 7
	}
	return 0
}
