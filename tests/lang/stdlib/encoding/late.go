// binary.Append, Encode and Decode (Go 1.23), utf16.RuneLen, filepath.Localize, and a PCG's state as bytes.
package main

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"unicode/utf16"
)

type pair struct {
	A uint16
	B int32
}

func main() {
	b, err := binary.Append([]byte{9}, binary.BigEndian, pair{1, -2})
	fmt.Println(b, err)
	b, err = binary.Append(nil, binary.LittleEndian, []uint16{1, 2})
	fmt.Println(b, err)
	_, err = binary.Append(nil, binary.LittleEndian, 1)
	fmt.Println(err)
	buf := make([]byte, 7)
	n, err := binary.Encode(buf, binary.LittleEndian, pair{3, 4})
	fmt.Println(n, buf, err)
	var p pair
	n, err = binary.Decode(buf, binary.LittleEndian, &p)
	fmt.Println(n, p, err)
	fmt.Println(binary.Encode(buf[:5], binary.LittleEndian, p))
	fmt.Println(binary.Decode(buf[:5], binary.LittleEndian, &p))
	fmt.Println(utf16.RuneLen('a'), utf16.RuneLen('😀'), utf16.RuneLen(0xd800), utf16.RuneLen(-1))
	fmt.Println(filepath.Localize("a/b"))
	fmt.Println(filepath.Localize("../b"))
	g := rand.NewPCG(1, 2)
	state, err := g.MarshalBinary()
	fmt.Printf("%q %v\n", state, err)
	first := g.Uint64()
	fmt.Println(g.UnmarshalBinary(state), g.Uint64() == first, g.UnmarshalBinary([]byte("pcg")))
}

// expect: [9 0 1 255 255 255 254] <nil>
// expect: [1 0 2 0] <nil>
// expect: binary.Append: some values are not fixed-sized in type int
// expect: 6 [3 0 4 0 0 0 0] <nil>
// expect: 6 {3 4} <nil>
// expect: 0 buffer too small
// expect: 0 buffer too small
// expect: 1 2 -1 -1
// expect: a/b <nil>
// expect:  invalid path
// expect: "pcg:\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x02" <nil>
// expect: <nil> true invalid PCG encoding
