// Machine code multiplies to 128 bits itself: factors and halves in registers, constant, unused, and used again.
//
// args: --jit all
package main

import (
	"fmt"
	"math/bits"
)

// sum128 is the sum of the products of all pairs, modulo 2^128.
func sum128(xs, ys []uint64) (hi, lo uint64) {
	for _, x := range xs {
		for _, y := range ys {
			h, l := bits.Mul64(x, y)
			var carry uint64
			lo, carry = bits.Add64(lo, l, 0)
			hi, _ = bits.Add64(hi, h, carry)
		}
	}
	return
}

// mix uses one half only, the same factor twice, and the factors afterwards.
func mix(x uint64) uint64 {
	for i := range 5 {
		high, _ := bits.Mul64(x, 0xa0761d6478bd642f)
		_, low := bits.Mul64(x, x)
		h, l := bits.Mul64(high, low)
		x = h ^ l ^ high ^ low ^ x + uint64(i)
	}
	return x
}

// power is x to the n, modulo 2^61 - 1.
func power(x uint64, n int) uint64 {
	const p = 1<<61 - 1
	r := uint64(1)
	for ; n > 0; n-- {
		h, l := bits.Mul64(r, x)
		r = l&p + (l>>61 | h<<3)
		r = r&p + r>>61
	}
	return r % p
}

func main() {
	all := []uint64{0, 1, 3, 1 << 32, 1<<63 + 12345, ^uint64(0), 0xdeadbeefcafebabe}
	hi, lo := sum128(all, all)
	fmt.Printf("%x %x\n", hi, lo) // expect: 9dbb09e7a0eb8cd0 d19ef569a7c5fc24
	fmt.Printf("%x\n", mix(7))    // expect: fe302663612e9227
	fmt.Println(power(3, 1000))   // expect: 1236409068333599307
	h, l := bits.Mul64(1<<40+5, 1<<40+7)
	fmt.Println(h, l) // expect: 65536 13194139533347
}
