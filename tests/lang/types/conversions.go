package main

import "fmt"

type celsius float64
type ints []int
type pair struct{ a, b int }
type other struct{ a, b int }

func main() {
	c := celsius(36.6)
	fmt.Println(float64(c)+0.4, int(c), celsius(1)+c) // expect: 37 36 37.6
	x := ints{1, 2}
	y := []int(x)
	y[0] = 9
	fmt.Println(x, other(pair{1, 2}), (*other)(&pair{3, 4}).b) // expect: [9 2] {1 2} 4
	f := 1e10
	var i64 int64 = int64(f)
	fmt.Println(i64, int32(i64), uint8(i64), float32(16777217)) // expect: 10000000000 1410065408 0 1.6777216e+07
	var b byte = 'x'
	fmt.Println(string(rune(b)), []byte("a")[0], string([]byte{103, 111})) // expect: x 97 go
	var u uint = 1<<64 - 1
	fmt.Println(int(u), uint32(u), float64(u)) // expect: -1 4294967295 1.8446744073709552e+19
	const big = 1 << 40
	fmt.Println(big/1e3, uint64(big)) // expect: 1.099511627776e+09 1099511627776
}
