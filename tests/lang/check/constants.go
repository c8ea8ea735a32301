package main

const big = 1 << 100
const tooBig = 1 << 600 // error: constant shift overflow
const half = 1 / 2.0

var b1 byte = 255
var b2 byte = 256          // error: cannot use 256 .untyped int constant. as byte value in variable declaration .overflows.
var b3 byte = -1           // error: cannot use -1 .untyped int constant. as byte value in variable declaration .overflows.
var i1 int = 1.0
var i2 int = 1.5           // error: cannot use 1.5 .untyped float constant. as int value in variable declaration .truncated.
var i3 int = big           // error: overflows
var i4 = big               // error: cannot use big .untyped int constant 1267650600228229401496703205376. as int value in variable declaration .overflows.
var i5 = big >> 98
var f1 float32 = 1e39      // error: overflows
var f2 float64 = 1e308 * 10 // error: overflows
var s1 string = 65         // error: cannot use 65 .untyped int constant. as string value in variable declaration
var s2 = string(rune(65))
var r1 = 'a' + 1
var n1 int = "1"           // error: cannot use "1" .untyped string constant. as int value in variable declaration
var n2 bool = 1            // error: cannot use 1 .untyped int constant. as bool value

const typed int8 = 100
const over = typed * 2 // error: typed \* 2 .constant 200 of type int8. overflows int8

var d1 = 1 / 0   // error: invalid operation: division by zero
var d2 = 1.0 / 0 // error: invalid operation: division by zero

func f(i int, u uint, x float64) {
	_ = i / 0 // error: invalid operation: division by zero
	_ = x / 0
	_ = i % 0.0   // error: division by zero
	_ = byte(300) // error: constant 300 overflows byte
	_ = int8(-129) // error: constant -129 overflows int8
	_ = uint(-1)   // error: constant -1 overflows uint
	_ = int(1.5)   // error: cannot convert 1.5 .untyped float constant. to type int .truncated.
	_ = float32(1e-50)
	_ = "a"[1]  // error: index 1 out of bounds
	_ = "abc"[1]
	_ = [3]int{}[3] // error: index 3 out of bounds
	_ = [3]int{}[-1] // error: index -1 .*must not be negative
	_ = [...]int{5: 1}[5]
	_ = i << 1.0
	_ = i << -1     // error: negative shift count
	_ = i << 1.5    // error: truncated
	_ = 1.5 << i    // error: shifted operand 1.5 .untyped float constant. must be integer
	_ = 1.0 << 3
	var y float64 = 1 << u // error: shifted operand 1 .type float64. must be integer
	var z int64 = 1 << u
	_ = uint8(1) << 8 // error: overflows
	_ = ^uint8(0)
	_ = -uint8(1) // error: overflows
	_ = x << 1    // error: shifted operand x .variable of type float64. must be integer
	_, _ = y, z
	_ = len("abc") + len([4]int{})
	const n = len([4]int{})
	const m = len(g()) // error: len\(g\(\)\) .*is not constant
	_ = [n]int{}
	_ = [i]int{}    // error: invalid array length i
	_ = [-1]int{}   // error: invalid array length -1
	_ = [1.5]int{}  // error: array length 1.5 .untyped float constant. must be integer
	_ = [2.0]int{}
	_ = "a" + "b" == "ab" && 'a' < 'b'
}

func g() [4]int { return [4]int{} }

func main() {}
