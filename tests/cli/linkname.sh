# A function of gc's runtime that gol lacks is named before the program runs.
. "$ROOT/tests/cli/lib.sh"
program missing.go << 'END'
package main

import "unsafe"

//go:linkname mallocgc runtime.mallocgc
func mallocgc(size uintptr, typ unsafe.Pointer, zero bool) unsafe.Pointer

//go:linkname pushed
func pushed() {}

func main() { mallocgc(1, nil, true) }
END
wants 1 "$GOL" run missing.go
matches err '^missing\.go:5:1: error: go:linkname is not supported$'
matches err '^missing\.go:6:6: error: missing function body$'
matches err '^missing\.go:8:1: error: go:linkname is not supported$'
finish
