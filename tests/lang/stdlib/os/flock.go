// Locks of files are the system's: two descriptors of one file exclude each other.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	dir, _ := os.MkdirTemp("", "flock")
	defer os.RemoveAll(dir)
	a, _ := os.Create(filepath.Join(dir, "lock"))
	b, _ := os.Open(filepath.Join(dir, "lock"))
	try := func(f *os.File, how int) { fmt.Println(syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)) }
	try(a, syscall.LOCK_EX) // expect: <nil>
	try(b, syscall.LOCK_SH) // expect: resource temporarily unavailable
	try(a, syscall.LOCK_SH) // expect: <nil>
	try(b, syscall.LOCK_SH) // expect: <nil>

	got := make(chan error)
	go func() { got <- syscall.Flock(int(b.Fd()), syscall.LOCK_EX) }()
	select {
	case <-got:
		fmt.Println("not excluded")
	case <-time.After(time.Minute):
	}
	syscall.Flock(int(a.Fd()), syscall.LOCK_UN)
	fmt.Println(<-got) // expect: <nil>
	a.Close()
	fmt.Println(syscall.Flock(-1, syscall.LOCK_EX)) // expect: bad file descriptor
}
