// Files by the calls of package syscall, and what an open file is when its name leads elsewhere.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

func main() {
	dir, err := os.MkdirTemp("", "files")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "a")
	fd, err := syscall.Open(name, syscall.O_CREAT|syscall.O_RDWR, 0600)
	fmt.Println(fd > 2, err) // expect: true <nil>
	n, err := syscall.Write(fd, []byte("hello, world"))
	fmt.Println(n, err) // expect: 12 <nil>
	at, err := syscall.Seek(fd, 7, 0)
	fmt.Println(at, err) // expect: 7 <nil>
	b := make([]byte, 20)
	n, err = syscall.Read(fd, b)
	fmt.Printf("%q %v\n", b[:n], err) // expect: "world" <nil>
	n, err = syscall.Pread(fd, b[:4], 1)
	fmt.Printf("%q %v\n", b[:n], err) // expect: "ello" <nil>
	n, err = syscall.Pwrite(fd, []byte("J"), 0)
	fmt.Println(n, err, syscall.Fsync(fd), syscall.Ftruncate(fd, 5)) // expect: 1 <nil> <nil> <nil>

	var byFile, byName syscall.Stat_t
	fmt.Println(syscall.Fstat(fd, &byFile), syscall.Stat(name, &byName), byFile == byName) // expect: <nil> <nil> true
	fmt.Printf("%d %o %d\n", byFile.Size, byFile.Mode, byFile.Nlink)                       // expect: 5 100600 1

	other := filepath.Join(dir, "b")
	fmt.Println(syscall.Rename(name, other), syscall.Access(other, 4), syscall.Access(other, 1)) // expect: <nil> <nil> permission denied
	fmt.Println(syscall.Access(name, 0), syscall.Unlink(dir), syscall.Rmdir(other))              // expect: no such file or directory is a directory not a directory
	link := filepath.Join(dir, "link")
	fmt.Println(syscall.Symlink("b", link), syscall.Lstat(link, &byName), byName.Mode&syscall.S_IFMT == syscall.S_IFLNK) // expect: <nil> <nil> true
	n, err = syscall.Readlink(link, b)
	fmt.Printf("%q %v\n", b[:n], err) // expect: "b" <nil>

	f := os.NewFile(uintptr(fd), "kept")
	os.Remove(other)
	info, err := f.Stat()
	fmt.Println(info.Name(), info.Size(), err) // expect: kept 5 <nil>
	fmt.Println(syscall.Close(fd))             // expect: <nil>
	fmt.Println(syscall.Close(fd))             // expect: bad file descriptor
	fmt.Println(syscall.Fstat(fd, &byFile))    // expect: bad file descriptor
	_, err = syscall.Open(name, syscall.O_RDONLY, 0)
	fmt.Println(err, err == syscall.ENOENT) // expect: no such file or directory true
	_, err = syscall.Read(-1, b)
	fmt.Println(err) // expect: bad file descriptor

	f, _ = os.Create(name)
	f.WriteString("12345")
	os.Rename(name, other)
	os.WriteFile(name, nil, 0644)
	info, err = f.Stat()
	fmt.Println(info.Name(), info.Size(), err) // expect: a 5 <nil>
	f.Close()
	_, err = f.Stat()
	fmt.Println(err == nil) // expect: false
	r, w, _ := os.Pipe()
	info, err = r.Stat()
	fmt.Println(info.Mode(), err) // expect: prw------- <nil>
	r.Close()
	w.Close()
	_, err = (*os.File)(nil).Stat()
	fmt.Println(err) // expect: invalid argument

	const omit = 1<<30 - 2
	fmt.Println(syscall.UtimesNano(other, []syscall.Timespec{{Sec: 1}, {Sec: 12, Nsec: 34}}), syscall.Stat(other, &byName), byName.Mtim) // expect: <nil> <nil> {12 34}
	fmt.Println(syscall.UtimesNano(other, []syscall.Timespec{{Sec: 5}, {Nsec: omit}}), syscall.Stat(other, &byName), byName.Mtim)       // expect: <nil> <nil> {12 34}
	fmt.Println(syscall.Utimes(other, []syscall.Timeval{{Sec: 5}, {Sec: 6, Usec: 7}}), syscall.Stat(other, &byName), byName.Mtim)       // expect: <nil> <nil> {6 7000}
	fmt.Println(syscall.UtimesNano(filepath.Join(dir, "none"), make([]syscall.Timespec, 2)))                                            // expect: no such file or directory
}
