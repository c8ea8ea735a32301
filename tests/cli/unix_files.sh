# Files by the calls of golang.org/x/sys/unix, whose own need assembly, are those of package syscall.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/vendor/golang.org/x/sys/unix && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n\nrequire golang.org/x/sys v0.1.0\n' > go.mod
# What these functions are like in that package.
cat > vendor/golang.org/x/sys/unix/unix.go << 'END'
package unix

import "unsafe"

const SYS_FSTAT = 5

type Flock_t struct {
	Type, Whence int16
	Start, Len   int64
	Pid          int32
}
type Timespec struct{ Sec, Nsec int64 }

func NsecToTimespec(n int64) Timespec { return Timespec{n / 1e9, n % 1e9} }

type Timeval struct{ Sec, Usec int64 }

type Stat_t struct {
	Dev, Ino, Nlink   uint64
	Mode, Uid, Gid    uint32
	_                 int32
	Rdev              uint64
	Size, Blksize     int64
	Blocks            int64
	Atim, Mtim, Ctim  Timespec
	_                 [3]int64
}

func Syscall(trap, a1, a2, a3 uintptr) (r1, r2 uintptr, err error)

func Open(path string, mode int, perm uint32) (fd int, err error) { return -1, nil }
func Write(fd int, p []byte) (n int, err error)                  { return -1, nil }
func Close(fd int) (err error)                                   { return nil }

func Fstat(fd int, stat *Stat_t) (err error) {
	_, _, err = Syscall(SYS_FSTAT, uintptr(fd), uintptr(unsafe.Pointer(stat)), 0)
	return err
}
END
printf '# golang.org/x/sys v0.1.0\n## explicit\ngolang.org/x/sys/unix\n' > vendor/modules.txt
program x.go << 'END'
package main

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

func main() {
	fd, err := unix.Open("made", os.O_CREATE|os.O_WRONLY, 0600)
	n, err2 := unix.Write(fd, []byte("hello"))
	var st unix.Stat_t
	fmt.Println(err, n, err2, unix.Fstat(fd, &st))
	fmt.Printf("%o %d\n", st.Mode, st.Size)
	fmt.Println(unix.Close(fd), unix.Close(fd))
}
END
wants 0 "$GOL" run .
printf '<nil> 5 <nil> <nil>\n100600 5\n<nil> bad file descriptor\n' > want
same want out
rm made
wants 0 "$GOL" run --sandbox --allow unsafe .
matches out "^permission denied -1 bad file descriptor"
[ ! -e made ] || bad 'the sandbox let a file be made'
finish
