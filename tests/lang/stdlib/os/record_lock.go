// Locks of parts of files are a process's: its own do not exclude each other, a command's do.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

func main() {
	dir, _ := os.MkdirTemp("", "lock")
	defer os.RemoveAll(dir)
	f, _ := os.Create(filepath.Join(dir, "lock"))
	defer f.Close()
	try := func(cmd int, kind int16) {
		lock := syscall.Flock_t{Type: kind, Start: 3, Len: 10}
		err := syscall.FcntlFlock(f.Fd(), cmd, &lock)
		fmt.Println(err, lock.Type, lock.Whence, lock.Start, lock.Len)
	}
	try(syscall.F_SETLK, syscall.F_WRLCK)  // expect: <nil> 1 0 3 10
	try(syscall.F_SETLKW, syscall.F_RDLCK) // expect: <nil> 0 0 3 10
	try(syscall.F_GETLK, syscall.F_WRLCK)  // expect: <nil> 2 0 3 10
	try(syscall.F_SETLK, 7)                // expect: invalid argument 7 0 3 10
	try(syscall.F_GETFL, 0)                // expect: function not implemented 0 0 3 10
	f.Close()
	try(syscall.F_SETLK, syscall.F_WRLCK)                                                // expect: bad file descriptor 1 0 3 10
	fmt.Println(syscall.FcntlFlock(^uintptr(0), syscall.F_SETLKW, new(syscall.Flock_t))) // expect: bad file descriptor
}
