package main

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing/iotest"
)

// Decoders that read a stream piece by piece say the same of it as of all at once.

func base64s() {
	for _, s := range []string{"Zm9v\nYmFy", "Zm9vYmE=", "Zm9vYg", "Zm9v!mFy", "Zm9vYmE=Zm9v"} {
		b, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, iotest.OneByteReader(strings.NewReader(s))))
		fmt.Printf("%q %v\n", b, err)
	}
}

func base32s() {
	for _, s := range []string{"MZXW6YTB", "MZXW6\nYTB", "MZXW6===", "MZXW6=", "MZXW6!"} {
		b, err := io.ReadAll(base32.NewDecoder(base32.StdEncoding, iotest.HalfReader(strings.NewReader(s))))
		fmt.Printf("%q %v\n", b, err)
	}
}

func hexes() {
	for _, s := range []string{"616263", "61626", "6g", "61 62"} {
		b, err := io.ReadAll(hex.NewDecoder(iotest.OneByteReader(strings.NewReader(s))))
		fmt.Printf("%q %v\n", b, err)
	}
}

func numbers() {
	for _, in := range []string{"12", "1 2 3", "tru", "[1,2", "-", "1e"} {
		d := json.NewDecoder(iotest.OneByteReader(strings.NewReader(in)))
		for {
			var v any
			err := d.Decode(&v)
			fmt.Println(v, err)
			if err != nil {
				break
			}
		}
	}
}

func main() {
	base64s()
	base32s()
	hexes()
	numbers()
}

// expect: "foobar" <nil>
// expect: "fooba" <nil>
// expect: "foo" unexpected EOF
// expect: "foo" illegal base64 data at input byte 0
// expect: "foobafoo" <nil>
// expect: "fooba" <nil>
// expect: "fooba" <nil>
// expect: "foo" <nil>
// expect: "" unexpected EOF
// expect: "" unexpected EOF
// expect: "abc" <nil>
// expect: "ab" unexpected EOF
// expect: "" encoding/hex: invalid byte: U+0067 'g'
// expect: "a" encoding/hex: invalid byte: U+0020 ' '
// expect: 12 <nil>
// expect: <nil> EOF
// expect: 1 <nil>
// expect: 2 <nil>
// expect: 3 <nil>
// expect: <nil> EOF
// expect: <nil> unexpected EOF
// expect: <nil> unexpected EOF
// expect: <nil> unexpected EOF
// expect: <nil> unexpected EOF
