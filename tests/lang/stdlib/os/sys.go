// What the system says of a file, and modes besides permissions.
package main

import (
	"archive/tar"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

func main() {
	dir, _ := os.MkdirTemp("", "sys")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "file")
	os.WriteFile(name, make([]byte, 1000), 0o640)
	os.Link(name, name+"2")
	info, _ := os.Stat(name)
	sys := info.Sys().(*syscall.Stat_t)
	fmt.Println(sys.Size, sys.Blocks, sys.Nlink, sys.Uid, sys.Gid, sys.Mode == syscall.S_IFREG|0o640) // expect: 1000 2 2 0 0 true
	fmt.Println(sys.Mtim.Nano() == info.ModTime().UnixNano(), sys.Ino != 0)                           // expect: true true
	header, err := tar.FileInfoHeader(info, "")
	fmt.Println(header.Uid, header.Gid, header.Size, err) // expect: 0 0 1000 <nil>

	fmt.Println(os.Chmod(dir, os.ModeSticky|0o755)) // expect: <nil>
	info, _ = os.Stat(dir)
	fmt.Println(info.Mode()) // expect: dtrwxr-xr-x
	os.Chmod(name, os.ModeSetuid|os.ModeSetgid|0o700)
	info, _ = os.Lstat(name)
	fmt.Println(info.Mode()) // expect: ugrwx------
}
