// What can be done to files, and trees of them.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

func main() {
	dir, _ := os.MkdirTemp("", "trees*")
	defer os.RemoveAll(dir)
	at := func(name string) string { return filepath.Join(dir, name) }
	os.MkdirAll(at("a/b"), 0755)
	os.WriteFile(at("a/x.txt"), []byte("hello"), 0644)
	os.WriteFile(at("a/b/y.txt"), []byte("worlds"), 0600)
	os.WriteFile(at("z.md"), nil, 0644)

	tree := os.DirFS(dir)
	fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Println(path, d.IsDir(), d.Type(), err)
		if path == "a/b" {
			return fs.SkipDir
		}
		return nil
	})
	fmt.Println(fs.Glob(tree, "*/*.txt"))
	fmt.Println(fs.Glob(tree, "a/?/*"))
	fmt.Println(fs.Glob(tree, "[a"))
	b, err := fs.ReadFile(tree, "a/b/y.txt")
	fmt.Println(string(b), err)
	sub, err := fs.Sub(tree, "a")
	b, err2 := fs.ReadFile(sub, "x.txt")
	fmt.Println(string(b), err, err2)
	fmt.Println(fs.Glob(sub, "*.txt"))
	_, err = fs.Stat(sub, "none")
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	_, err = tree.Open("../x")
	fmt.Println(errors.Is(err, fs.ErrInvalid))
	entries, err := fs.ReadDir(sub, "b")
	fmt.Println(len(entries), entries[0].Name(), err)
	for _, name := range []string{"a/b", ".", "", "/a", "a/", "a//b", "./a", "a/../b", "..", "\xff"} {
		fmt.Print(fs.ValidPath(name), " ")
	}
	fmt.Println()

	f, _ := os.OpenFile(at("z.md"), os.O_RDWR, 0)
	fmt.Println(f.WriteAt([]byte("abcdef"), 2))
	buf := make([]byte, 4)
	n, err := f.ReadAt(buf, 4)
	fmt.Println(n, err, string(buf[:n]))
	n, err = f.ReadAt(buf, 6)
	fmt.Println(n, err == io.EOF, string(buf[:n]))
	fmt.Println(f.Truncate(3), os.Truncate(at("a/x.txt"), 2))
	info, _ := f.Stat()
	fmt.Println(info.Size(), info.Mode())
	f.Close()
	fmt.Println(os.Chmod(at("z.md"), 0400), os.Chmod(at("none"), 0) != nil)
	fmt.Println(os.Chtimes(at("z.md"), time.Unix(5, 0), time.Unix(1234567890, 0)))
	info, _ = os.Stat(at("z.md"))
	fmt.Println(info.Mode(), info.ModTime().UTC())
	fmt.Println(os.Symlink("z.md", at("link")), os.Link(at("z.md"), at("hard")))
	to, err := os.Readlink(at("link"))
	hard, _ := os.Stat(at("hard"))
	other, _ := os.Stat(at("a/x.txt"))
	fmt.Println(to, err, os.SameFile(info, hard), os.SameFile(info, other))
	link, _ := os.Lstat(at("link"))
	fmt.Println(link.Mode()&os.ModeSymlink != 0, link.Mode().Type())
	d, _ := os.Open(at("a"))
	list, err := d.ReadDir(-1)
	fmt.Println(len(list), err, os.IsTimeout(err))
	os.Clearenv()
	os.Setenv("HOME", "/home/me")
	fmt.Println(os.Environ())
	fmt.Println(os.UserCacheDir())
	fmt.Println(os.UserConfigDir())
}

// expect: . true d--------- <nil>
// expect: a true d--------- <nil>
// expect: a/b true d--------- <nil>
// expect: a/x.txt false ---------- <nil>
// expect: z.md false ---------- <nil>
// expect: [a/x.txt] <nil>
// expect: [a/b/y.txt] <nil>
// expect: [] syntax error in pattern
// expect: worlds <nil>
// expect: hello <nil> <nil>
// expect: [x.txt] <nil>
// expect: true
// expect: true
// expect: 1 y.txt <nil>
// expect: true true false false false false false false false false 
// expect: 6 <nil>
// expect: 4 <nil> cdef
// expect: 2 true ef
// expect: <nil> <nil>
// expect: 3 -rw-r--r--
// expect: <nil> true
// expect: <nil>
// expect: -r-------- 2009-02-13 23:31:30 +0000 UTC
// expect: <nil> <nil>
// expect: z.md <nil> true false
// expect: true L---------
// expect: 2 <nil> false
// expect: [HOME=/home/me]
// expect: /home/me/.cache <nil>
// expect: /home/me/.config <nil>
