// Checksums and hash functions for tables.
package main

import (
	"fmt"
	"hash"
	"hash/adler32"
	"hash/crc64"
	"hash/fnv"
	"hash/maphash"
	"strings"
)

func main() {
	for _, h := range []hash.Hash{adler32.New(), crc64.New(crc64.MakeTable(crc64.ISO)),
		crc64.New(crc64.MakeTable(crc64.ECMA)), fnv.New128(), fnv.New128a()} {
		for _, text := range []string{"", "a", "hello, world", strings.Repeat("\xff", 6000)} {
			h.Reset()
			h.Write([]byte(text)[:len(text)/2])
			h.Write([]byte(text)[len(text)/2:])
			fmt.Printf("%x %d %d\n", h.Sum([]byte{1}), h.Size(), h.BlockSize())
		}
	}
	fmt.Println(adler32.Checksum([]byte("Wikipedia")), crc64.Checksum([]byte("x"), crc64.MakeTable(crc64.ECMA)))

	seed := maphash.MakeSeed()
	fmt.Println(maphash.String(seed, "x") == maphash.Bytes(seed, []byte("x")), maphash.String(seed, "x") == maphash.String(seed, "y"))
	fmt.Println(maphash.String(seed, "x") == maphash.String(maphash.MakeSeed(), "x"))
	var h maphash.Hash
	h.WriteString("hi")
	sum := h.Sum64()
	h.Reset()
	h.Write([]byte("h"))
	h.WriteByte('i')
	fmt.Println(h.Sum64() == sum, maphash.String(h.Seed(), "hi") == sum, len(h.Sum(nil)))
	defer func() { fmt.Println(recover()) }()
	h.SetSeed(maphash.Seed{})
}

// expect: 0100000001 4 4
// expect: 0100620062 4 4
// expect: 011d540489 4 4
// expect: 01a49759ea 4 4
// expect: 010000000000000000 8 1
// expect: 013420000000000000 8 1
// expect: 0116c45c0eb1d9c2ec 8 1
// expect: 0116731d113e81c25b 8 1
// expect: 010000000000000000 8 1
// expect: 01330284772e652b05 8 1
// expect: 01035d4266d2d7678d 8 1
// expect: 01e83f73a56f929167 8 1
// expect: 016c62272e07bb014262b821756295c58d 16 1
// expect: 01d228cb69101a8caf78912b704e4a141e 16 1
// expect: 01b1b0fe7b502247e14fd0a3df2eab8a35 16 1
// expect: 0180af34dc90f76316bc8ebdb278f0d83d 16 1
// expect: 016c62272e07bb014262b821756295c58d 16 1
// expect: 01d228cb696f1a8caf78912b704e4a8964 16 1
// expect: 014f2ea20cf73dcc0ff0d6a3624cd26605 16 1
// expect: 012c4726848e01d8d7afc8a3927c5def9d 16 1
// expect: 300286872 727031140999736901
// expect: true false
// expect: false
// expect: true true 8
// expect: maphash: use of uninitialized Seed
