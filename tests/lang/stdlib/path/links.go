// Paths through links, and those that stay where they are taken from.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	dir, _ := os.MkdirTemp("", "links")
	defer os.RemoveAll(dir)
	os.MkdirAll(dir+"/a/b", 0755)
	os.Symlink("a", dir+"/l")
	os.Symlink("../l/b", dir+"/a/m")
	os.Symlink("loop", dir+"/loop")
	for _, name := range []string{"/l", "/l/m", "/a/./m/..", "/none", "/loop"} {
		p, err := filepath.EvalSymlinks(dir + name)
		fmt.Println(strings.TrimPrefix(p, dir), err != nil)
	}
	os.Chdir(dir)
	fmt.Println(filepath.EvalSymlinks("l/m"))
	fmt.Println(filepath.EvalSymlinks("."))
}

// expect: /a false
// expect: /a/b false
// expect: /a false
// expect:  true
// expect:  true
// expect: a/b <nil>
// expect: . <nil>
