# What suites of tests and loggers of public libraries need: tests run by testing.RunTests, places of
# callers as absolute names with the line of the method, golang.org/x/sys/unix without its assembly.
. "$ROOT/tests/cli/lib.sh"
mkdir -p vendor/golang.org/x/sys/unix && printf 'module example.com/m\n\ngo 1.20\n' > go.mod
cat > m_test.go << 'END'
package m

import (
	"flag"
	"path/filepath"
	"runtime"
	"syscall"
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

func TestFlags(t *testing.T) {
	for _, name := range []string{"v", "failfast", "count", "parallel", "coverprofile"} {
		if flag.Lookup("test."+name) == nil {
			t.Error(name)
		}
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
	if err := unix.Getxattr(); err != syscall.EOPNOTSUPP {
		t.Error(err) // files have no extended attributes
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

func Getxattr() error {
	_, _, err := Syscall(191, 1, 2, 3)
	return err
}
END
cat > vendor/golang.org/x/sys/unix/gc.go << 'END'
package unix

import "syscall"

func RawSyscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err syscall.Errno)
END
touch vendor/golang.org/x/sys/unix/asm.s
# files for the processor belong to it all the same
cat > vendor/golang.org/x/sys/unix/time_linux_amd64.go << 'END'
package unix

import "syscall"

const SYS_IOCTL = 16

func gettimeofday(timeval *Timeval) (err syscall.Errno)
END
sed -i 's/Syscall(16,/Syscall(SYS_IOCTL,/' vendor/golang.org/x/sys/unix/unix.go
cat > vendor/golang.org/x/sys/unix/types.go << 'END'
package unix

type Timeval struct{}

type Flock_t struct {
	Type, Whence int16
	Start, Len   int64
	Pid          int32
}

type Timespec struct{ Sec, Nsec int64 }

func NsecToTimespec(nsec int64) Timespec { return Timespec{nsec / 1e9, nsec % 1e9} }

type Stat_t struct {
	Dev, Ino, Nlink  uint64
	Mode             uint32
	Size             int64
	Blksize, Blocks  int64
	Atim, Mtim, Ctim Timespec
}
END
wants 0 "$GOL" test .
matches out '3 tests'

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

# github.com/modern-go/reflect2 asks for functions of gc's runtime by go:linkname, and takes interfaces
# apart; what gol has in their place is used instead, and the lines are no errors.
mkdir -p vendor/github.com/modern-go/reflect2
cat > vendor/github.com/modern-go/reflect2/reflect2.go << 'END'
package reflect2

import (
	"reflect"
	"unsafe"
)

type eface struct{ rtype, data unsafe.Pointer }

type sliceHeader struct {
	Data     unsafe.Pointer
	Len, Cap int
}

type hiter struct{ key, value, t, h unsafe.Pointer }

type unsafeType struct{}

type UnsafeIFaceType struct{}

func unpackEFace(obj interface{}) *eface { return (*eface)(unsafe.Pointer(&obj)) }

func likePtrType(t reflect.Type) bool { return t.Kind() == reflect.Ptr || t.Kind() == reflect.Map }

func arrayAt(p unsafe.Pointer, i int, size uintptr, why string) unsafe.Pointer {
	return add(p, uintptr(i)*size, why)
}

//go:linkname typedmemmove reflect.typedmemmove
func typedmemmove(rtype unsafe.Pointer, dst, src unsafe.Pointer)

//go:linkname typedslicecopy reflect.typedslicecopy
func typedslicecopy(elemType unsafe.Pointer, dst, src sliceHeader) int

//go:linkname makemap reflect.makemap
func makemap(rtype unsafe.Pointer, cap int) (m unsafe.Pointer)

//go:linkname mapassign reflect.mapassign
func mapassign(rtype unsafe.Pointer, m unsafe.Pointer, key unsafe.Pointer, val unsafe.Pointer)

//go:linkname mapaccess reflect.mapaccess
func mapaccess(rtype unsafe.Pointer, m unsafe.Pointer, key unsafe.Pointer) (val unsafe.Pointer)

//go:linkname mapiterinit reflect.mapiterinit
func mapiterinit(rtype unsafe.Pointer, m unsafe.Pointer, it *hiter)

//go:linkname mapiternext reflect.mapiternext
func mapiternext(it *hiter)

//go:linkname unsafe_NewArray reflect.unsafe_NewArray
func unsafe_NewArray(rtype unsafe.Pointer, length int) unsafe.Pointer

func typeOf(x interface{}) unsafe.Pointer { return unpackEFace(reflect.TypeOf(x)).data }

// Words is what an interface that holds x consists of, put together again.
func Words(x interface{}) interface{} {
	e := unpackEFace(x)
	return packEFace(e.rtype, e.data)
}

func Copy(s []string) []string {
	from := sliceHeader{unsafe.Pointer(&s[0]), len(s), len(s)}
	to := sliceHeader{unsafe_NewArray(typeOf(""), len(s)), len(s), len(s)}
	typedslicecopy(typeOf(""), to, from)
	return *(*[]string)(unsafe.Pointer(&to))
}

func Map(key string, elem int) (m map[string]int, found int, keys []string) {
	t := typeOf(m)
	p := makemap(t, 1)
	mapassign(t, p, unsafe.Pointer(&key), unsafe.Pointer(&elem))
	found = *(*int)(mapaccess(t, p, unsafe.Pointer(&key)))
	var it hiter
	for mapiterinit(t, p, &it); it.key != nil; mapiternext(&it) {
		keys = append(keys, *(*string)(it.key))
	}
	return *(*map[string]int)(unsafe.Pointer(&p)), found, keys
}
END
program reflect.go << 'END'
package main

import (
	"fmt"

	"github.com/modern-go/reflect2"
)

func main() {
	x := 3
	fmt.Println(reflect2.Words(5), reflect2.Words("s"), reflect2.Words(nil), reflect2.Words(&x) == &x)
	fmt.Println(reflect2.Words(1.5), reflect2.Words(map[int]int{1: 2}), reflect2.Words(struct{ a, b int }{1, 2}))
	fmt.Println(reflect2.Copy([]string{"a", "b"}))
	fmt.Println(reflect2.Map("k", 7))
}
END
wants 0 "$GOL" run reflect.go
printf '%s\n' '5 s <nil> true' '1.5 map[1:2] {1 2}' '[a b]' 'map[k:7] 7 [k]' > want
same out want
finish
