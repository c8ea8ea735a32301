// Scanning is Go's: bytes of a type of the program's, hexadecimal floats, %q, bad formats. A dot import has
// these names, too.
package main

import . "fmt"

type text []byte

func main() {
	var t text
	var f float64
	var s string
	n, err := Sscan("abc 0x1.8p3", &t, &f)
	Println(n, err, string(t), f)
	n, err = Sscanf(`"a\tb"`, "%q", &s)
	Println(n, err, s)
	n, err = Sscanf("42", "%%%d", &n)
	Println(n, err)
}

// expect: 2 <nil> abc 12
// expect: 1 <nil> a	b
// expect: 0 missing literal %
