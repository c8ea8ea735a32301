# Cleanups that end with FailNow, SkipNow or a panic; functions are named by the package's path.
. "$ROOT/tests/cli/lib.sh"
program go.mod << 'END'
module example.com/kept

go 1.21
END
program kept.go << 'END'
package kept

import "runtime"

type G[T any] struct{}

func (G[T]) Name() string { return Name() }

func Name() string {
	pc, _, _, _ := runtime.Caller(1)
	return runtime.FuncForPC(pc).Name()
}
END
program kept_test.go << 'END'
package kept

import "testing"

func TestFail(t *testing.T) {
	t.Cleanup(func() { t.Log("the other cleanup") })
	t.Cleanup(func() { t.FailNow() })
}
func TestSkip(t *testing.T) { t.Cleanup(func() { t.SkipNow() }) }
func TestPanic(t *testing.T) {
	t.Cleanup(func() { t.Log("after the panic") })
	t.Cleanup(func() { panic("cleaning") })
}
func TestName(t *testing.T) { t.Log(Name(), G[int]{}.Name(), func() string { return Name() }()) }
END
mkdir internal
echo 'package internal' > internal/internal.go
program out_test.go << 'END'
package kept_test

import (
	"example.com/kept"
	_ "example.com/kept/internal"
	"testing"
)

func TestOut(t *testing.T) { t.Log(kept.Name()) }
END
wants 1 "$GOL" test -v .
matches out '^--- FAIL: TestFail'
matches out 'the other cleanup'
matches out '^--- SKIP: TestSkip'
matches out '^--- FAIL: TestPanic'
matches out 'after the panic'
matches err 'panic: cleaning'
matches out 'example.com/kept.TestName example.com/kept.G\[...\].Name example.com/kept.TestName.func1'
matches out 'example.com/kept_test.TestOut'
