// Memory that is no file's, and that has what is in a file that cannot be written meanwhile.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

const page = 4096

func main() {
	const none, both = syscall.MAP_ANON | syscall.MAP_PRIVATE, syscall.PROT_READ | syscall.PROT_WRITE
	data, err := syscall.Mmap(-1, 0, 3*page, both, none)
	fmt.Println(len(data), cap(data), err, bytes.Count(data, []byte{0})) // expect: 12288 12288 <nil> 12288
	data[3*page-1] = 7
	fmt.Println(syscall.Munmap(data[:page]), syscall.Munmap(data)) // expect: invalid argument <nil>
	fmt.Println(syscall.Munmap(data))                              // expect: invalid argument
	_, err = syscall.Mmap(-1, 0, 0, both, none)
	fmt.Println(err) // expect: invalid argument

	dir, _ := os.MkdirTemp("", "mmap")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "file")
	os.WriteFile(name, append(bytes.Repeat([]byte("x"), page), "rest"...), 0o600)
	f, _ := os.Open(name)
	data, err = syscall.Mmap(int(f.Fd()), page, 6, syscall.PROT_READ, syscall.MAP_SHARED)
	f.Close()
	fmt.Printf("%q %v\n", data, err)  // expect: "rest\x00\x00" <nil>
	fmt.Println(syscall.Munmap(data)) // expect: <nil>

	f, _ = os.Open(name)
	defer f.Close()
	data, err = syscall.Mmap(int(f.Fd()), 0, page, both, syscall.MAP_PRIVATE)
	data[0] = 'y'
	text, _ := os.ReadFile(name)
	fmt.Printf("%c %c %v\n", data[0], text[0], err) // expect: y x <nil>
	_, err = syscall.Mmap(int(f.Fd()), 0, page, both, syscall.MAP_SHARED)
	fmt.Println(err) // expect: permission denied
	_, err = syscall.Mmap(int(f.Fd()), 5, page, both, syscall.MAP_PRIVATE)
	fmt.Println(err) // expect: invalid argument

	// What the program writes to the file is seen in shared memory, but not the other way round.
	w, _ := os.OpenFile(name, os.O_RDWR, 0)
	defer w.Close()
	data, err = syscall.Mmap(int(w.Fd()), page, 12, syscall.PROT_READ, syscall.MAP_SHARED)
	fmt.Printf("%q %v\n", data, err) // expect: "rest\x00\x00\x00\x00\x00\x00\x00\x00" <nil>
	w.WriteAt([]byte("REST of it, and more"), page)
	fmt.Printf("%q\n", data) // expect: "REST of it, "
	w.Seek(page-2, 0)
	w.WriteString("xxyy")
	fmt.Printf("%q\n", data) // expect: "yyST of it, "
	other, _ := os.Create(filepath.Join(dir, "other"))
	other.WriteAt([]byte("other"), page)
	other.Close()
	w.Truncate(page + 4)
	fmt.Printf("%q\n", data) // expect: "yyST\x00\x00\x00\x00\x00\x00\x00\x00"
	os.Truncate(name, page+1)
	fmt.Printf("%q\n", data[:3]) // expect: "y\x00\x00"
	os.WriteFile(name, bytes.Repeat([]byte("z"), page+2), 0o600)
	fmt.Printf("%q\n", data[:3])                                                  // expect: "zz\x00"
	fmt.Println(syscall.Munmap(data), syscall.Madvise(data, syscall.MADV_RANDOM)) // expect: <nil> <nil>
	w.WriteAt([]byte("late"), page)
	fmt.Printf("%q\n", data[:3]) // expect: "zz\x00"
	_, err = syscall.Mmap(int(w.Fd()), 0, page, both, syscall.MAP_SHARED)
	fmt.Println(err) // expect: function not implemented
	d, _ := os.Open(dir)
	defer d.Close()
	_, err = syscall.Mmap(int(d.Fd()), 0, page, syscall.PROT_READ, syscall.MAP_PRIVATE)
	fmt.Println(err) // expect: no such device
}
