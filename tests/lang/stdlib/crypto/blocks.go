// expect: b857f56009486757ffa8a2ee2cb6661e
// expect: 861e657b5d2da3227c4d33b6013425256b4a0b89
// expect: 7e95dd5e6712a085dd2a08cf01c4f5e1ffff75e766e9785fbcfeb60df78f8ff1
// expect: a9ec381c13c4f163dc8eb56449658a96f89f93c421a373844cbc29e9
// expect: de4a68b681286abae520b0ae379ffb860763c5dea0ce4621cd5749cbe95a1a703b62eea20246210f31c085bd90784b04f4406e2564e6745c4dd34d3ee1889f58
// expect: 728bf118f147f71579baf1e533d368f9976c55deee038ca2aa1ddb910d5f62a069461af6ce1e95c974714ddb4631fa4d
// expect: d0424236ac073e88f67b7afa14a08a13df0b6d3fa9508d82550b6c06d1594df0
// Digests of texts of every length up to some blocks, written in pieces and at once, and taken up
// again from their encoded state: what is a native here gives what Go's assembly gives.
package main

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding"
	"fmt"
	"hash"
)

func main() {
	makers := []func() hash.Hash{md5.New, sha1.New, sha256.New, sha256.New224, sha512.New, sha512.New384, sha512.New512_256}
	text := make([]byte, 700)
	for i := range text {
		text[i] = byte(i*i + i>>3)
	}
	for _, make := range makers {
		sums := make()
		for n := 0; n <= len(text); n++ {
			whole, pieces := make(), make()
			whole.Write(text[:n])
			cut := n * 5 / 7
			pieces.Write(text[:cut])
			state, err := pieces.(encoding.BinaryMarshaler).MarshalBinary()
			again := make()
			if err != nil || again.(encoding.BinaryUnmarshaler).UnmarshalBinary(state) != nil {
				fmt.Println("no state", err)
			}
			again.Write(text[cut:n])
			if string(again.Sum(nil)) != string(whole.Sum(nil)) {
				fmt.Println("pieces differ at", n)
			}
			sums.Write(whole.Sum(nil))
		}
		fmt.Printf("%x\n", sums.Sum(nil))
	}
}
