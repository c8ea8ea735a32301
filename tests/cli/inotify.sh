# What happens to files, by inotify, as fsnotify reads it: from an os.File that another goroutine closes.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/vendor/golang.org/x/sys/unix && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n\nrequire golang.org/x/sys v0.1.0\n' > go.mod
printf '# golang.org/x/sys v0.1.0\n## explicit\ngolang.org/x/sys/unix\n' > vendor/modules.txt
cat > vendor/golang.org/x/sys/unix/unix.go << 'END'
package unix

type Flock_t struct {
	Type, Whence int16
	Start, Len   int64
	Pid          int32
}
type Timespec struct{ Sec, Nsec int64 }

func NsecToTimespec(n int64) Timespec { return Timespec{n / 1e9, n % 1e9} }

type Timeval struct{ Sec, Usec int64 }
type Stat_t struct {
	Dev, Ino, Nlink  uint64
	Mode, Uid, Gid   uint32
	_                int32
	Rdev             uint64
	Size, Blksize    int64
	Blocks           int64
	Atim, Mtim, Ctim Timespec
	_                [3]int64
}

func InotifyInit1(flags int) (fd int, err error)                                         { return -1, nil }
func InotifyAddWatch(fd int, pathname string, mask uint32) (watchdesc int, err error)     { return -1, nil }
func InotifyRmWatch(fd int, watchdesc uint32) (success int, err error)                    { return -1, nil }
END
program x.go << 'END'
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

var names = map[uint32]string{syscall.IN_CREATE: "create", syscall.IN_MODIFY: "modify",
	syscall.IN_DELETE: "delete", syscall.IN_MOVED_FROM: "from", syscall.IN_MOVED_TO: "to",
	syscall.IN_IGNORED: "ignored"}

func watch(f *os.File, done chan bool) {
	var buf [4096]byte
	for {
		n, err := f.Read(buf[:])
		if err != nil {
			fmt.Println(errors.Is(err, os.ErrClosed))
			close(done)
			return
		}
		for at := 0; at < n; {
			event := (*syscall.InotifyEvent)(unsafe.Pointer(&buf[at]))
			at += syscall.SizeofInotifyEvent
			name := strings.TrimRight(string(buf[at:at+int(event.Len)]), "\x00")
			at += int(event.Len)
			fmt.Println(names[event.Mask], name)
		}
	}
}

func main() {
	os.Mkdir("dir", 0o777)
	for i := 0; i < 3; i++ {
		fd, err := unix.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
		if err != nil {
			fmt.Println(err)
			return
		}
		f, done := os.NewFile(uintptr(fd), ""), make(chan bool)
		go watch(f, done)
		const mask = syscall.IN_CREATE | syscall.IN_MODIFY | syscall.IN_DELETE | syscall.IN_MOVE
		wd, err := unix.InotifyAddWatch(fd, "dir", mask)
		os.WriteFile("dir/a", []byte("text"), 0o666)
		os.Rename("dir/a", "dir/b")
		os.Remove("dir/b")
		time.Sleep(time.Millisecond)
		_, gone := unix.InotifyRmWatch(fd, uint32(wd))
		_, again := unix.InotifyRmWatch(fd, uint32(wd))
		_, none := unix.InotifyAddWatch(fd, "none", mask)
		fmt.Println(err, gone, again, none)
		time.Sleep(time.Millisecond)
		f.Close()
		<-done
		_, err = unix.InotifyAddWatch(fd, "dir", mask)
		fmt.Println(err)
	}
}
END
wants 0 "$GOL" run x.go
for _ in 1 2 3; do
    printf '%s\n' 'create a' 'modify a' 'from a' 'to b' 'delete b' \
        '<nil> <nil> invalid argument no such file or directory' 'ignored ' true 'bad file descriptor'
done > wanted
same out wanted

# In a sandbox only what may be read; where executions are explored there is nothing to wait for.
wants 0 "$GOL" run --sandbox --allow unsafe,write:dir x.go
matches out '^permission denied invalid argument'
wants 0 "$GOL" fuzz --schedules 3 x.go
finish
