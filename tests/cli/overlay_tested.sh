# What gol replaces of a package that looks into interfaces is replaced too where the package's own tests run,
# in the package and outside of it.
. "$ROOT/tests/cli/lib.sh"
mkdir lua && cd lua || exit 1
printf 'module github.com/yuin/gopher-lua\n\ngo 1.21\n' > go.mod
program alloc.go << 'END'
package lua

import "unsafe"

type LValue interface{ Value() float64 }
type LNumber float64

func (n LNumber) Value() float64 { return float64(n) }

type iface struct{ itab, word unsafe.Pointer }
type allocator struct {
	size    int
	scratch LValue
	words   *iface
}

func newAllocator(size int) *allocator {
	al := &allocator{size: size, scratch: LNumber(0)}
	al.words = (*iface)(unsafe.Pointer(&al.scratch))
	return al
}

func (al *allocator) LNumber2I(v LNumber) LValue {
	al.words.word = unsafe.Pointer(&v)
	return al.scratch
}

func Number(f float64) LValue { return newAllocator(1).LNumber2I(LNumber(f)) }
END
program in_test.go << 'END'
package lua

import "testing"

func TestIn(t *testing.T) {
	if v := newAllocator(8).LNumber2I(2.5); v.Value() != 2.5 {
		t.Error(v)
	}
}
END
program out_test.go << 'END'
package lua_test

import (
	"testing"

	lua "github.com/yuin/gopher-lua"
)

func TestOut(t *testing.T) {
	if v := lua.Number(0.5); v.Value() != 0.5 {
		t.Error(v)
	}
}
END
wants 0 "$GOL" test -v .
grep '^---' out | sed 's/ (.*//' > got
printf '%s\n' '--- PASS: TestIn' '--- PASS: TestOut' > want
same want got
wants 0 "$GOL" test -c -o lua.test .
wants 0 ./lua.test
finish
