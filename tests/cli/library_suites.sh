# What suites of tests and loggers of public libraries need: tests run by testing.RunTests, places of
# callers as absolute names with the line of the method, golang.org/x/sys/unix without its assembly.
. "$ROOT/tests/cli/lib.sh"
mkdir -p vendor/golang.org/x/sys/unix && printf 'module example.com/m\n\ngo 1.20\n' > go.mod
cat > m_test.go << 'END'
package m

import (
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

type chain struct{ lines []int }

func (c *chain) Add() *chain {
	_, file, line, _ := runtime.Caller(1)
	if !filepath.IsAbs(file) || filepath.Base(file) != "m_test.go" {
		panic(file)
	}
	c.lines = append(c.lines, line)
	return c
}

func TestLines(t *testing.T) {
	_, _, line, _ := runtime.Caller(0)
	c := new(chain).
		Add().
		Add()
	if c.lines[0] != line+2 || c.lines[1] != line+3 {
		t.Error(line, c.lines)
	}
}

func TestSuite(t *testing.T) {
	var ran []string
	ok := testing.RunTests(func(pattern, name string) (bool, error) { return name != "No", nil }, []testing.InternalTest{
		{"Yes", func(t *testing.T) { t.Run("Sub", func(t *testing.T) { ran = append(ran, t.Name()) }) }},
		{"No", func(t *testing.T) { t.Error("run") }},
	})
	if !ok || len(ran) != 1 || ran[0] != "Yes/Sub" {
		t.Error(ok, ran)
	}
	if _, err := unix.Ioctl(); err == nil {
		t.Error("the system was called")
	}
}
END
cat > vendor/golang.org/x/sys/unix/unix.go << 'END'
package unix

import "syscall"

func Syscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err syscall.Errno)

func Ioctl() (int, error) {
	n, _, err := Syscall(16, 1, 2, 3)
	if err != 0 {
		return 0, err
	}
	return int(n), nil
}
END
cat > vendor/golang.org/x/sys/unix/gc.go << 'END'
package unix

import "syscall"

func RawSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err syscall.Errno)
END
touch vendor/golang.org/x/sys/unix/asm.s
printf 'package unix\n\ntype Timeval struct{}\n' > vendor/golang.org/x/sys/unix/types.go
wants 0 "$GOL" test .
matches out '2 tests'

# A program that only generates some of a package's files is not of the package, though it comes first.
mkdir gen && cd gen || exit 1
printf '//go:build ignore\n\npackage main\n' > gen.go
printf 'package width\n\nfunc Of() int { return 2 }\n' > width.go
cat > width_test.go << 'END'
package width

import "testing"

func TestOf(t *testing.T) {
	if Of() != 2 {
		t.Error(Of())
	}
}
END
wants 0 "$GOL" test .
cd ..

# Dots in the last part of an import path are escaped in the names of functions; the call of a function
# literal is where the literal ends.
mkdir -p vendor/example.com/check.v1
cat > vendor/example.com/check.v1/check.go << 'END'
package check

import "runtime"

func Caller() (string, int) {
	pc, _, _, _ := runtime.Caller(0)
	_, _, line, _ := runtime.Caller(2)
	return runtime.FuncForPC(pc).Name(), line
}
END
mkdir names && cd names || exit 1
cat > n_test.go << 'END'
package names

import (
	"testing"

	"example.com/check.v1"
)

func TestNames(t *testing.T) {
	name, line := func() (string, int) {
		return check.Caller()
	}()
	if name != "example.com/check%2ev1.Caller" || line != 12 {
		t.Error(name, line)
	}
}
END
wants 0 "$GOL" test .
cd ..
finish
