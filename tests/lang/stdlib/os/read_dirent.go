// The entries of a directory by the calls of package syscall, as fast walkers of trees read them.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"unsafe"
)

// kinds reads the directory with a buffer of that size and returns names with types.
func kinds(dir string, size int) (all []string) {
	f, err := os.Open(dir)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	buf := make([]byte, size)
	for {
		n, err := syscall.ReadDirent(int(f.Fd()), buf)
		if err != nil {
			panic(err)
		}
		if n == 0 {
			return all
		}
		for rest := buf[:n]; len(rest) > 0; {
			entry := (*syscall.Dirent)(unsafe.Pointer(&rest[0]))
			from := int(unsafe.Offsetof(entry.Name))
			to := from
			for rest[to] != 0 {
				to++
			}
			if name := string(rest[from:to]); entry.Ino != 0 && name != "." && name != ".." {
				all = append(all, fmt.Sprint(name, " ", entry.Type == syscall.DT_DIR))
			}
			rest = rest[entry.Reclen:]
		}
	}
}

func main() {
	dir, err := os.MkdirTemp("", "entries")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"zebra", "ant", "bee with a longer name"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0600)
	}
	os.Mkdir(filepath.Join(dir, "den"), 0700)
	fmt.Println(kinds(dir, 4096)) // expect: [ant false bee with a longer name false den true zebra false]

	seen := map[string]bool{}
	for _, kind := range kinds(dir, 64) {
		seen[kind] = true
	}
	fmt.Println(len(seen), seen["den true"], len(kinds(filepath.Join(dir, "den"), 64))) // expect: 4 true 0

	f, _ := os.Open(dir)
	buf := make([]byte, 4096)
	n, err := syscall.ReadDirent(int(f.Fd()), buf)
	consumed, count, names := syscall.ParseDirent(buf[:n], -1, nil)
	fmt.Println(err, consumed == n, count, names) // expect: <nil> true 4 [ant bee with a longer name den zebra]
	n, err = syscall.ReadDirent(int(f.Fd()), buf[:8])
	fmt.Println(n, err) // expect: 0 <nil>
	f.Close()
	n, err = syscall.ReadDirent(-1, buf)
	fmt.Println(n, err) // expect: -1 bad file descriptor
	f, _ = os.Open(filepath.Join(dir, "ant"))
	n, err = syscall.ReadDirent(int(f.Fd()), buf)
	fmt.Println(n, err) // expect: -1 not a directory
}
