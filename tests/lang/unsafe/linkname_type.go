// A function that is declared by another type than it has.
package main

import _ "unsafe"

//go:linkname nanotime runtime.nanotime
func nanotime() int // error: nanotime has another type than runtime.nanotime, which is func\(\) int64

func main() { println(nanotime()) }
