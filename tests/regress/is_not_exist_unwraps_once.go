// os.IsNotExist and its kin look at what errors of package os consist of, not at all that an error
// wraps: that is errors.Is.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

func main() {
	_, err := os.Stat("/no/such/file")
	wrapped := fmt.Errorf("wrapped: %w", err)
	fmt.Println(os.IsNotExist(err), os.IsNotExist(wrapped), errors.Is(wrapped, fs.ErrNotExist))
	fmt.Println(os.IsNotExist(fs.ErrNotExist), os.IsNotExist(syscall.ENOENT), os.IsNotExist(nil))
	link := &os.LinkError{Op: "link", Err: syscall.EEXIST}
	fmt.Println(os.IsExist(link), os.IsExist(fmt.Errorf("%w", link)))
	call := os.NewSyscallError("open", syscall.EACCES)
	fmt.Println(os.IsPermission(call), os.IsPermission(&os.PathError{Err: call}))
	fmt.Println(os.IsTimeout(os.ErrDeadlineExceeded), os.IsTimeout(&os.PathError{Err: os.ErrDeadlineExceeded}))
}

// expect: true false true
// expect: true true false
// expect: true false
// expect: true false
// expect: true true
