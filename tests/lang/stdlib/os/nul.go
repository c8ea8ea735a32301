// A path with a NUL is none.
package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

func main() {
	const bad = "a\x00b"
	_, open := os.Open(bad)
	_, stat := os.Stat(bad)
	_, read := os.Readlink(bad)
	for _, err := range []error{
		open, stat, read,
		os.WriteFile("\x00", nil, 0o666), os.MkdirAll(bad, 0o777), os.Remove(bad), os.Chdir(bad), os.Chmod(bad, 0o666),
		os.Truncate(bad, 0), os.Rename(bad, "c"), os.Rename("c", bad), os.Link(bad, "c"), os.Symlink(bad, "c"),
		os.Symlink("c", bad), os.Chtimes(bad, time.Now(), time.Now()),
	} {
		if !errors.Is(err, syscall.EINVAL) {
			fmt.Println(err)
		}
	}
	fmt.Printf("%q\n", open) // expect: "open a\x00b: invalid argument"
}
