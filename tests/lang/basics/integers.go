// Integers wrap around at their size, and division truncates towards zero.
package main

import "fmt"

func main() {
	var a int8 = 127
	a++
	fmt.Println(a) // expect: -128
	var b uint8 = 0
	b--
	fmt.Println(b) // expect: 255
	var c uint32 = 1 << 31
	fmt.Println(c<<1, c>>31) // expect: 0 1
	x, y := -7, 2
	fmt.Println(x/y, x%y) // expect: -3 -1
	var m int64 = -1 << 63
	minus := int64(-1)
	fmt.Println(m/minus, m%minus, -m) // expect: -9223372036854775808 0 -9223372036854775808
	fmt.Println(x&y, x|y, x^y, x&^y, ^x) // expect: 0 -5 -5 -7 6
	var u16 uint16 = 65535
	fmt.Println(u16*u16, uint16(u16+2)) // expect: 1 1
	fmt.Println(int8(int32(300)&0xff-128), uint8(int16(y)-3)) // expect: -84 255
}
