// A pointer that went through unsafe.Pointer, a number and arithmetic is the same memory.
package main

import "unsafe"

type pair struct{ a, b int }

func main() {
	p := &pair{}
	done := make(chan bool)
	go func() {
		q := unsafe.Pointer(uintptr(unsafe.Pointer(p)) + unsafe.Offsetof(p.b))
		*(*int)(q) = 1
		done <- true
	}()
	p.b = 2 // race: WaW on p.b
	<-done
}
