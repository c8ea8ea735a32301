// Numbers of one size are taken for those of another: words over bytes, bytes of a number.
package main

import (
	"fmt"
	"unsafe"
)

type mixed struct {
	a    uint16
	b, c uint8
	d    uint32
	p    *int
}

func mask(key [4]byte, b []byte) {
	var k [8]byte
	for i := range k {
		k[i] = key[i&3]
	}
	kw := *(*uintptr)(unsafe.Pointer(&k))
	n := len(b) / 8 * 8
	for i := 0; i < n; i += 8 {
		*(*uintptr)(unsafe.Pointer(uintptr(unsafe.Pointer(&b[0])) + uintptr(i))) ^= kw
	}
	for i := n; i < len(b); i++ {
		b[i] ^= key[i&3]
	}
}

func main() {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	fmt.Printf("%#x\n", *(*uint64)(unsafe.Pointer(&b[0])))    // expect: 0x807060504030201
	fmt.Printf("%#x\n", *(*uint32)(unsafe.Pointer(&b[4])))    // expect: 0x8070605
	fmt.Printf("%#x\n", *(*[2]uint16)(unsafe.Pointer(&b[1]))) // expect: [0x302 0x504]
	n := uint64(0x1122334455667788)
	fmt.Printf("%x\n", *(*[8]byte)(unsafe.Pointer(&n))) // expect: 8877665544332211
	(*[8]byte)(unsafe.Pointer(&n))[7] = 0xff
	fmt.Printf("%#x\n", n) // expect: 0xff22334455667788
	m := mixed{1, 2, 3, 4, nil}
	fmt.Printf("%#x\n", *(*uint64)(unsafe.Pointer(&m)))                 // expect: 0x403020001
	fmt.Println(*(*float64)(unsafe.Pointer(&[2]uint32{0, 0x3ff00000}))) // expect: 1
	mask([4]byte{1, 2, 3, 4}, b)
	fmt.Println(b) // expect: [0 0 0 0 4 4 4 12 8 8]
	mask([4]byte{1, 2, 3, 4}, b)
	fmt.Println(b) // expect: [1 2 3 4 5 6 7 8 9 10]
	func() {
		defer func() { fmt.Println(recover()) }()
		_ = *(*[2]uint64)(unsafe.Pointer(&m))
		// expect: runtime error: unsafe.Pointer: a *main.mixed does not convert to a *[2]uint64: memory has one layout
	}()
}
