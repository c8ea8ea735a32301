// The state of a ChaCha8 as bytes, and Read.
package main

import (
	"fmt"
	"math/rand/v2"
)

func main() {
	c := rand.NewChaCha8([32]byte([]byte("chacha8 seed for test 1234567890")))
	for n := 0; n < 300; n++ {
		state, _ := c.MarshalBinary()
		if n == 0 || n == 130 {
			fmt.Printf("%q\n", state[:16])
			// expect: "chacha8:\x00\x00\x00\x00\x00\x00\x00\x00"
			// expect: "chacha8:\x00\x00\x00\x00\x00\x00\x00\x06"
		}
		var d rand.ChaCha8
		if err := d.UnmarshalBinary(state); err != nil {
			fmt.Println(n, err)
			return
		}
		want := c.Uint64()
		if got := d.Uint64(); got != want {
			fmt.Println(n, "differ")
			return
		}
	}
	b := make([]byte, 5)
	c.Read(b)
	state, _ := c.MarshalBinary()
	fmt.Printf("%q %d\n", state[:8], state[8]) // expect: "readbuf:" 3
	var d rand.ChaCha8
	fmt.Println(d.UnmarshalBinary(state)) // expect: <nil>
	x, y := make([]byte, 20), make([]byte, 20)
	c.Read(x)
	d.Read(y)
	fmt.Println(string(x) == string(y)) // expect: true
	fmt.Println(d.UnmarshalBinary(state[:20]), d.UnmarshalBinary([]byte("chacha8:")))
	// expect: invalid ChaCha8 encoding invalid ChaCha8 encoding
}
