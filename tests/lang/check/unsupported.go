package main

import "unsafe"

func main() {
	_ = unsafe.Sizeof(1)
	var p unsafe.Pointer // error: unsafe.Pointer is not supported
	_ = p
}
