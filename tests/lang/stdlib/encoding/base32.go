// Base 32: padding, alphabets, corrupt text, streams.
package main

import (
	"encoding/base32"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	raw := base32.HexEncoding.WithPadding(base32.NoPadding)
	for n := 0; n <= 11; n++ {
		text := "hello world"[:n]
		std, hex := base32.StdEncoding.EncodeToString([]byte(text)), raw.EncodeToString([]byte(text))
		b, err := base32.StdEncoding.DecodeString(std)
		c, rawErr := raw.DecodeString(hex)
		fmt.Println(std, hex, string(b) == text, err, string(c) == text, rawErr, len(std) == base32.StdEncoding.EncodedLen(n),
			len(hex) == raw.EncodedLen(n), raw.DecodedLen(len(hex)) == n)
	}
	for _, text := range []string{"!!!!", "x===", "AA=A====", "AAA=AAAA", "MMMMMMMMM", "MMMMMM", "A=", "AA=", "AA==", "AA===",
		"AAAA=", "AAAA==", "AAAAA=", "AAAAA==", "A=======", "AA======", "AAA=====", "AAAA====", "AAAAA===", "AAAAAA==",
		"AAAAAAA=", "AAAAAAAA", "NBSW\nY3DP\r\n", "AA======AA======"} {
		b, err := base32.StdEncoding.DecodeString(text)
		fmt.Printf("%q %q %v\n", text, b, err)
	}
	w := base32.NewEncoder(base32.StdEncoding, os.Stdout)
	for _, part := range []string{"ab", "", "cdefghij", "k"} {
		io.WriteString(w, part)
	}
	w.Close()
	fmt.Println()
	b, err := io.ReadAll(base32.NewDecoder(base32.StdEncoding, strings.NewReader("MFRGGZDF\nMZTWQ2LK\nNM======\n")))
	fmt.Println(string(b), err)
	defer func() { fmt.Println(recover()) }()
	base32.NewEncoding("abc")
}

// expect:   true <nil> true <nil> true true true
// expect: NA====== D0 true <nil> true <nil> true true true
// expect: NBSQ==== D1IG true <nil> true <nil> true true true
// expect: NBSWY=== D1IMO true <nil> true <nil> true true true
// expect: NBSWY3A= D1IMOR0 true <nil> true <nil> true true true
// expect: NBSWY3DP D1IMOR3F true <nil> true <nil> true true true
// expect: NBSWY3DPEA====== D1IMOR3F40 true <nil> true <nil> true true true
// expect: NBSWY3DPEB3Q==== D1IMOR3F41RG true <nil> true <nil> true true true
// expect: NBSWY3DPEB3W6=== D1IMOR3F41RMU true <nil> true <nil> true true true
// expect: NBSWY3DPEB3W64Q= D1IMOR3F41RMUSG true <nil> true <nil> true true true
// expect: NBSWY3DPEB3W64TM D1IMOR3F41RMUSJC true <nil> true <nil> true true true
// expect: NBSWY3DPEB3W64TMMQ====== D1IMOR3F41RMUSJCCG true <nil> true <nil> true true true
// expect: "!!!!" "" illegal base32 data at input byte 0
// expect: "x===" "" illegal base32 data at input byte 0
// expect: "AA=A====" "" illegal base32 data at input byte 2
// expect: "AAA=AAAA" "" illegal base32 data at input byte 3
// expect: "MMMMMMMMM" "c\x18\xc61\x8c" illegal base32 data at input byte 8
// expect: "MMMMMM" "" illegal base32 data at input byte 0
// expect: "A=" "" illegal base32 data at input byte 1
// expect: "AA=" "" illegal base32 data at input byte 3
// expect: "AA==" "" illegal base32 data at input byte 4
// expect: "AA===" "" illegal base32 data at input byte 5
// expect: "AAAA=" "" illegal base32 data at input byte 5
// expect: "AAAA==" "" illegal base32 data at input byte 6
// expect: "AAAAA=" "" illegal base32 data at input byte 6
// expect: "AAAAA==" "" illegal base32 data at input byte 7
// expect: "A=======" "" illegal base32 data at input byte 1
// expect: "AA======" "\x00" <nil>
// expect: "AAA=====" "" illegal base32 data at input byte 3
// expect: "AAAA====" "\x00\x00" <nil>
// expect: "AAAAA===" "\x00\x00\x00" <nil>
// expect: "AAAAAA==" "" illegal base32 data at input byte 6
// expect: "AAAAAAA=" "\x00\x00\x00\x00" <nil>
// expect: "AAAAAAAA" "\x00\x00\x00\x00\x00" <nil>
// expect: "NBSW\nY3DP\r\n" "hello" <nil>
// expect: "AA======AA======" "" illegal base32 data at input byte 2
// expect: MFRGGZDFMZTWQ2LKNM======
// expect: abcdefghijk <nil>
// expect: encoding alphabet is not 32-bytes long
