// Random numbers of the second version: the sequences of seeds are Go's.
package main

import (
	"fmt"
	"math/rand/v2"
)

func main() {
	p := rand.NewPCG(1, 2)
	fmt.Printf("%#x %#x %#x\n", p.Uint64(), p.Uint64(), p.Uint64()) // expect: 0xc4f5a58656eef510 0x9dcec3ad077dec6c 0xc8d04605312f8088
	p.Seed(1, 2)
	fmt.Printf("%#x\n", p.Uint64()) // expect: 0xc4f5a58656eef510

	var seed [32]byte
	copy(seed[:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ123456")
	c := rand.NewChaCha8(seed)
	fmt.Printf("%#x %#x\n", c.Uint64(), c.Uint64()) // expect: 0xb773b6063d4616a5 0x1160af22a66abc3c
	different := map[uint64]bool{}
	for i := 0; i < 1000; i++ {
		different[c.Uint64()] = true
	}
	fmt.Println(len(different)) // expect: 1000

	r := rand.New(p)
	var counts [6]int
	for i := 0; i < 6000; i++ {
		counts[r.IntN(6)]++
	}
	for _, n := range counts {
		if n < 850 || n > 1150 {
			fmt.Println("unfair", counts)
		}
	}
	z := rand.NewZipf(r, 1.5, 2, 9)
	var ranks [10]int
	for i := 0; i < 3000; i++ {
		ranks[z.Uint64()]++
	}
	fmt.Println(ranks[0] > ranks[1] && ranks[1] > ranks[3] && ranks[3] > ranks[9], rand.NewZipf(r, 1, 1, 1)) // expect: true <nil>

	within := func(name string, x, limit float64) {
		if x < 0 || x >= limit {
			fmt.Println(name, x)
		}
	}
	for i := 0; i < 50; i++ {
		within("IntN", float64(rand.IntN(3)), 3)
		within("Int64N", float64(r.Int64N(1<<40+1)), 1<<40+1)
		within("Uint64N", float64(r.Uint64N(1<<63)), 1<<63)
		within("Uint32N", float64(rand.Uint32N(7)), 7)
		within("Int32N", float64(r.Int32N(7)), 7)
		within("UintN", float64(rand.UintN(7)), 7)
		within("N", float64(rand.N[int8](100)), 100)
		within("Float64", rand.Float64(), 1)
		within("Float32", float64(r.Float32()), 1)
		within("Int", float64(rand.Int()), 1<<63)
		within("Int32", float64(r.Int32()), 1<<31)
		within("ExpFloat64", r.ExpFloat64(), 1e6)
	}
	sum := 0
	for _, x := range rand.Perm(10) {
		sum += x
	}
	fmt.Println(sum) // expect: 45
	defer func() { fmt.Println(recover()) }() // expect: invalid argument to IntN
	rand.IntN(0)
}
