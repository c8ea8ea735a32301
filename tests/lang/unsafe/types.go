package main

import "unsafe"

func main() {
	var n int
	_ = unsafe.Pointer(n)         // error: cannot convert n .* to type unsafe.Pointer
	_ = (*int)(uintptr(0))        // error: cannot convert
	_ = unsafe.Slice(n, 1)        // error: not a pointer
	_ = unsafe.Slice(&n, 1.5)     // error: truncated
	_ = unsafe.Slice(&n, -1)      // error: must not be negative
	_ = unsafe.SliceData("s")     // error: not a slice
	_ = unsafe.String(&n, 1)      // error: cannot use
	_ = unsafe.StringData([]byte{}) // error: cannot use
	_ = unsafe.Add(&n, 1)         // error: cannot use
	_ = unsafe.Missing            // error: undefined: unsafe.Missing
}
