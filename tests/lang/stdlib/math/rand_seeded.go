// A seed gives the numbers that it gives in Go, whatever they are asked as.
package main

import (
	"fmt"
	"math/rand"
)

func main() {
	r := rand.New(rand.NewSource(42))
	fmt.Println(r.Int63(), r.Uint32(), r.Uint64(), r.Int31(), r.Int())                                   // expect: 3440579354231278675 283469975 5571782338101878760 448434750 404153945743547657
	fmt.Println(r.Int63n(1000), r.Int63n(1<<40), r.Int31n(7), r.Int31n(8), r.Intn(100), r.Intn(1<<35+1)) // expect: 261 709660352415 4 0 43 8193085635
	fmt.Println(r.Float64(), r.Float32(), r.NormFloat64(), r.ExpFloat64())                               // expect: 0.2179415745756228 0.36168277 0.3455894937562567 0.32960709807089966
	fmt.Println(r.Perm(8))                                                                               // expect: [6 0 2 3 7 4 1 5]
	letters := []byte("abcdefgh")
	r.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
	fmt.Println(string(letters)) // expect: cdhfgaeb
	bytes := make([]byte, 10)
	r.Read(bytes[:3]) // what is left of a number is used by the next Read
	r.Read(bytes[3:])
	fmt.Println(bytes) // expect: [201 35 38 130 142 43 5 110 56 23]
	r.Seed(7)
	r.Read(bytes)
	fmt.Println(bytes, r.Intn(10)) // expect: [243 255 77 69 30 66 158 24 34 21] 3
	z := rand.NewZipf(r, 1.5, 2, 100)
	fmt.Println(z.Uint64(), z.Uint64(), z.Uint64(), z.Uint64()) // expect: 0 1 22 6
	for _, seed := range []int64{0, -1, 1<<31 - 1, 1 << 62} {
		fmt.Print(rand.NewSource(seed).Int63(), " ")
	}
	fmt.Println(rand.New(half{}).Uint64()) // expect: 8717895732742165505 3644962268338389676 8717895732742165505 5577006791947779410 9223372039002259461
}

// half is a Source that is no Source64.
type half struct{}

func (half) Int63() int64 { return 1<<62 + 5<<31 }
func (half) Seed(int64)   {}
