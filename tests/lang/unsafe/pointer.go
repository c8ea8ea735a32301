// unsafe.Pointer keeps what it is made of: round trips, headers, strings over bytes, arithmetic in
// an object, atomic pointers, numbers that stand for pointers.
package main

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"
)

type node struct {
	n    int
	next *node
	s    string
}

type alias struct {
	m    int
	link unsafe.Pointer
	t    string
}

type list struct{ head unsafe.Pointer }

func noescape(p unsafe.Pointer) unsafe.Pointer {
	x := uintptr(p)
	return unsafe.Pointer(x ^ 0)
}

func b2s(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }

func s2b(s string) (b []byte) {
	sh := (*reflect.StringHeader)(unsafe.Pointer(&s))
	bh := (*reflect.SliceHeader)(unsafe.Pointer(&b))
	bh.Data, bh.Len, bh.Cap = sh.Data, sh.Len, sh.Len
	return b
}

func main() {
	a := &node{n: 7, s: "seven"}
	p := unsafe.Pointer(a)
	fmt.Println((*node)(p).n, (*node)(p) == a, p != nil) // expect: 7 true true
	b := (*alias)(unsafe.Pointer(a))
	b.m, b.link = 8, unsafe.Pointer(&node{n: 9})
	fmt.Println(a.n, a.next.n, b.t) // expect: 8 9 seven

	// an atomic list
	var l list
	for i := 0; i < 3; i++ {
		n := &node{n: i}
		for {
			old := atomic.LoadPointer(&l.head)
			n.next = (*node)(old)
			if atomic.CompareAndSwapPointer(&l.head, old, unsafe.Pointer(n)) {
				break
			}
		}
	}
	for n := (*node)(l.head); n != nil; n = n.next {
		fmt.Print(n.n, " ") // expect: 2 1 0 
	}
	fmt.Println()
	addr := (*unsafe.Pointer)(unsafe.Pointer(&a.next))
	atomic.StorePointer(addr, unsafe.Pointer(&node{n: 11}))
	fmt.Println(a.next.n) // expect: 11

	// arithmetic
	xs := []int32{1, 2, 3, 4}
	second := unsafe.Pointer(uintptr(unsafe.Pointer(&xs[0])) + unsafe.Sizeof(xs[0]))
	third := unsafe.Add(second, 4)
	fmt.Println(*(*int32)(second), *(*int32)(third)) // expect: 2 3
	field := (*string)(unsafe.Pointer(uintptr(unsafe.Pointer(a)) + unsafe.Offsetof(a.s)))
	*field = "changed"
	fmt.Println(a.s, (*node)(noescape(unsafe.Pointer(a))).n) // expect: changed 8
	big := make([]byte, 3<<20)
	other := make([]byte, 3<<20)
	big[2<<20], other[0] = 5, 6
	at := uintptr(unsafe.Pointer(&other[0]))
	far := uintptr(unsafe.Pointer(&big[0])) + 2<<20
	fmt.Println(*(*byte)(unsafe.Pointer(far)), *(*byte)(unsafe.Pointer(at))) // expect: 5 6

	// strings and slices
	bytes := []byte("bytes")
	fmt.Println(b2s(bytes), string(s2b("header"))) // expect: bytes header
	fmt.Println(unsafe.String(&bytes[1], 3), len(unsafe.Slice(unsafe.StringData("abc"), 3))) // expect: yte 3
	s := unsafe.Slice((*int32)(second), 2)
	s[1] = 30
	fmt.Println(xs, *unsafe.SliceData(s), len(s), cap(s)) // expect: [1 2 30 4] 2 2 2
	var none []int
	fmt.Println(unsafe.SliceData(none) == nil, unsafe.Slice((*int)(nil), 0) == nil) // expect: true true
	view := (*[1 << 28]int32)(unsafe.Pointer(&xs[0]))[:4:4]
	fmt.Println(view) // expect: [1 2 30 4]

	// numbers: the same in every run
	x, y := new(int), new(int)
	fmt.Println(uintptr(unsafe.Pointer(x)) == uintptr(unsafe.Pointer(x)), // expect: true false
		uintptr(unsafe.Pointer(x)) == uintptr(unsafe.Pointer(y)))
	fmt.Println(fmt.Sprintf("%p", x) == fmt.Sprintf("%#x", uintptr(unsafe.Pointer(x)))) // expect: true
	fmt.Println(uintptr(unsafe.Pointer(nil)), unsafe.Pointer(uintptr(0)) == nil) // expect: 0 true
	f := 1.5
	fmt.Printf("%#x\n", *(*uint64)(unsafe.Pointer(&f))) // expect: 0x3ff8000000000000

	// reflect
	v := reflect.NewAt(reflect.TypeOf(0), unsafe.Pointer(x)).Elem()
	v.SetInt(42)
	fmt.Println(*x, reflect.ValueOf(x).UnsafePointer() == unsafe.Pointer(x)) // expect: 42 true
	fmt.Println(*(*int)(unsafe.Pointer(reflect.ValueOf(x).Pointer()))) // expect: 42
	hidden := reflect.ValueOf(&struct{ secret int }{3}).Elem().Field(0)
	fmt.Println(reflect.NewAt(hidden.Type(), unsafe.Pointer(hidden.UnsafeAddr())).Elem().Interface()) // expect: 3
	var up unsafe.Pointer
	reflect.ValueOf(&up).Elem().SetPointer(unsafe.Pointer(x))
	fmt.Println(up == unsafe.Pointer(x), reflect.TypeOf(up).Kind(), reflect.TypeOf(up)) // expect: true unsafe.Pointer unsafe.Pointer
	m := map[unsafe.Pointer]string{unsafe.Pointer(x): "x", unsafe.Pointer(y): "y"}
	fmt.Println(m[unsafe.Pointer(x)], m[unsafe.Pointer(y)]) // expect: x y
}
