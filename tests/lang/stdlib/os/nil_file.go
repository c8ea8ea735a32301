// A nil *File, and calls of a system that there is none of.
package main

import (
	"fmt"
	"os"
	"syscall"
)

func main() {
	var f *os.File
	fmt.Println(f.Fd() == ^uintptr(0)) // expect: true
	_, err := f.Read(nil)
	fmt.Println(err) // expect: invalid argument
	r, _, errno := syscall.RawSyscall(syscall.SYS_INOTIFY_INIT1, 0, 0, 0)
	fmt.Println(int(r), errno) // expect: -1 function not implemented
	fd, err := syscall.EpollCreate1(0)
	fmt.Println(fd, err) // expect: -1 function not implemented
}
