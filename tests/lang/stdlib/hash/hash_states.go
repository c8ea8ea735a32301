package main

import (
	"encoding"
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"hash/crc64"
	"hash/fnv"
	"io"
)

// The state of a hash can be kept, and taken up again.

func main() {
	for _, h := range []hash.Hash{crc32.NewIEEE(), crc64.New(crc64.MakeTable(crc64.ISO)), adler32.New(),
		fnv.New32a(), fnv.New64(), fnv.New128a()} {
		io.WriteString(h, "abc")
		state, err := h.(encoding.BinaryMarshaler).MarshalBinary()
		fmt.Printf("%x %v\n", state, err)
		h.Reset()
		err = h.(encoding.BinaryUnmarshaler).UnmarshalBinary(state)
		fmt.Printf("%x %v\n", h.Sum(nil), err)
		fmt.Println(h.(encoding.BinaryUnmarshaler).UnmarshalBinary([]byte("x")))
	}
}

// expect: 63726301ca87914d352441c2 <nil>
// expect: 352441c2 <nil>
// expect: hash/crc32: invalid hash state identifier
// expect: 6372630273ba8484bbcd5def3776c42000000000 <nil>
// expect: 3776c42000000000 <nil>
// expect: hash/crc64: invalid hash state identifier
// expect: 61646c01024d0127 <nil>
// expect: 024d0127 <nil>
// expect: hash/adler32: invalid hash state identifier
// expect: 666e76021a47e90b <nil>
// expect: 1a47e90b <nil>
// expect: hash/fnv: invalid hash state identifier
// expect: 666e7603d8dcca186bafadcb <nil>
// expect: d8dcca186bafadcb <nil>
// expect: hash/fnv: invalid hash state identifier
// expect: 666e7606a68d622cec8b5822836dbc7977af7f3b <nil>
// expect: a68d622cec8b5822836dbc7977af7f3b <nil>
// expect: hash/fnv: invalid hash state identifier
