// A shift by the width or more gives 0, or the sign; a negative count panics.
package main

import "fmt"

func main() {
	one, minus := 1, -1
	var n uint = 64
	fmt.Println(one<<n, one>>n, minus>>n, minus<<63>>63) // expect: 0 0 -1 -1
	var b int8 = -128
	fmt.Println(b>>1, b>>100, uint8(b)>>7, b<<1) // expect: -64 -1 1 0
	var s uint = 33
	var f = uint32(1) << s
	fmt.Println(f, uint64(1)<<s) // expect: 0 8589934592
	defer func() { fmt.Println(recover()) }() // expect: runtime error: negative shift amount
	fmt.Println(one << minus)
}
