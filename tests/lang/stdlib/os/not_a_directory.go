// Listing what is no directory fails each time.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	dir, _ := os.MkdirTemp("", "plain")
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "plain")
	os.WriteFile(name, []byte("x"), 0o644)
	f, _ := os.Open(name)
	names, err := f.Readdirnames(-1)
	fmt.Println(len(names), err != nil)
	infos, err := f.Readdir(-1)
	fmt.Println(len(infos), err != nil)
	entries, err := f.ReadDir(2)
	fmt.Println(len(entries), err != nil)
}

// expect: 0 true
// expect: 0 true
// expect: 0 true
