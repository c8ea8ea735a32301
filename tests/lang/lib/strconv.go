package main

import (
	"fmt"
	"strconv"
)

func main() {
	n, err := strconv.Atoi("-42")
	fmt.Println(n, err) // expect: -42 <nil>
	_, err = strconv.Atoi("4x")
	fmt.Println(err) // expect: strconv.Atoi: parsing "4x": invalid syntax
	_, err = strconv.ParseInt("300", 10, 8)
	fmt.Println(err) // expect: strconv.ParseInt: parsing "300": value out of range
	u, _ := strconv.ParseUint("ff", 16, 64)
	h, _ := strconv.ParseInt("0x1f", 0, 64)
	fmt.Println(u, h, strconv.Itoa(-7), strconv.FormatInt(255, 2)) // expect: 255 31 -7 11111111
	f, err := strconv.ParseFloat("1e-3", 64)
	fmt.Println(f, err, strconv.FormatFloat(3.0, 'f', 2, 64), strconv.FormatFloat(1.0/3, 'g', -1, 32)) // expect: 0.001 <nil> 3.00 0.33333334
	b, err := strconv.ParseBool("true")
	fmt.Println(b, err, strconv.Quote("a\t\"ü\x00"), strconv.FormatBool(false)) // expect: true <nil> "a\t\"ü\x00" false
	s, err := strconv.Unquote(`"x\n"`)
	fmt.Printf("%q %v\n", s, err) // expect: "x\n" <nil>
}
