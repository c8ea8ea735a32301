# A function of gc's runtime that gol lacks is named before the program runs. Assembly that only jumps
# to a function stands for it.
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

mkdir -p sums
program sums/sums.go << 'END'
package main

import . "math/big"

func addVV(z, x, y []Word) (c Word)
func subVV(z, x, y []Word) (c Word)

func main() {
	z := []Word{0, 0}
	println(addVV(z, []Word{1, 2}, []Word{3, 4}), z[0], z[1])
	f := subVV
	println(f(z, []Word{1, 2}, []Word{3, 4}), z[0] == ^Word(1))
}
END
cat > sums/sums_amd64.s << 'END'
#include "textflag.h"

// func addVV(z, x, y []Word) (c Word)
TEXT ·addVV(SB),NOSPLIT,$0
	// the same arguments
	JMP math∕big·addVV(SB)

TEXT ·subVV(SB), NOSPLIT, $0-80
	JMP	math∕big·subVV(SB)

TEXT ·mulWW(SB),NOSPLIT,$0
	MOVQ x+0(FP), AX
	JMP elsewhere·f(SB)
END
wants 0 "$GOL" run sums/sums.go
matches err '^0 4 6$'
matches err '^1 true$'
sed -i 's/func main/func mulWW(x, y Word) (z1, z0 Word)\n\nfunc main/' sums/sums.go
wants 1 "$GOL" run sums/sums.go
matches err '^sums/sums\.go:8:6: error: missing function body$'
finish
