// The twin of race.go: another field, and the same one after the channel.
package main

import "unsafe"

type pair struct{ a, b int }

// norace
func main() {
	p := &pair{}
	done := make(chan bool)
	go func() {
		q := unsafe.Add(unsafe.Pointer(p), unsafe.Offsetof(p.b))
		*(*int)(q) = 1
		done <- true
	}()
	p.a = 2
	<-done
	p.b = 3
}
