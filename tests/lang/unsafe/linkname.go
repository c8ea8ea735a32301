// What programs ask of gc's runtime by go:linkname.
package main

import (
	"fmt"
	"math/big"
	"time"
	"unsafe"
)

//go:linkname nanotime runtime.nanotime
func nanotime() int64

//go:noescape
//go:linkname memhash runtime.memhash
func memhash(p unsafe.Pointer, seed, size uintptr) uintptr

//go:linkname hashOf runtime.stringHash
//go:nosplit
func hashOf(s string, seed uintptr) uintptr

//go:linkname Random runtime.fastrand
func Random() uint32

//go:linkname pin runtime.procPin
func pin() int

//go:linkname addVV math/big.addVV
func addVV(z, x, y []big.Word) (c big.Word)

//go:linkname shlVU math/big.shlVU
func shlVU(z, x []big.Word, s uint) (c big.Word)

type stringStruct struct {
	str unsafe.Pointer
	len int
}

func hash(data []byte) uintptr {
	ss := (*stringStruct)(unsafe.Pointer(&data))
	return memhash(ss.str, 0, uintptr(ss.len))
}

func main() {
	from := nanotime()
	time.Sleep(time.Second)
	fmt.Println(nanotime()-from >= 1e9, from > 0)                                                       // expect: true true
	fmt.Println(hash([]byte("abc")) == hash([]byte("abc")), hash([]byte("abc")) == hash([]byte("abd"))) // expect: true false
	fmt.Println(hashOf("abc", 0) == hash([]byte("abc")), hashOf("abc", 1) == hashOf("abc", 0))          // expect: true false
	f := Random
	fmt.Println(f() != f() || f() != f(), pin()) // expect: true 0
	z, add := make([]big.Word, 2), addVV
	fmt.Println(addVV(z, []big.Word{1<<64 - 1, 1}, []big.Word{1, 2}), z) // expect: 0 [0 4]
	fmt.Println(add(z, []big.Word{0, 1 << 63}, []big.Word{3, 1 << 63}))  // expect: 1
	fmt.Println(shlVU(z, []big.Word{1 << 60, 3}, 4), z)                  // expect: 0 [0 49]
}
