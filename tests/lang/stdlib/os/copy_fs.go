// os.CopyFS, and symbolic links in trees of files.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing/fstest"
)

func main() {
	top, _ := os.MkdirTemp("", "copy")
	defer os.RemoveAll(top)
	from := fstest.MapFS{"a.txt": {Data: []byte("A"), Mode: 0600}, "d/e/b.txt": {Data: []byte("B"), Mode: 0755}}
	first, second := filepath.Join(top, "1"), filepath.Join(top, "2")
	fmt.Println(os.CopyFS(first, from))
	fmt.Println(errors.Is(os.CopyFS(first, from), fs.ErrExist))
	fmt.Println(os.Symlink("d/e", filepath.Join(first, "link")))
	fmt.Println(os.CopyFS(second, os.DirFS(first)))
	fs.WalkDir(os.DirFS(second), ".", func(path string, d fs.DirEntry, err error) error {
		data, _ := fs.ReadFile(os.DirFS(second), path)
		fmt.Printf("%s %v %q\n", path, d.Type(), data)
		return err
	})
	fmt.Println(fs.ReadLink(os.DirFS(second), "link"))
	_, err := fs.ReadLink(os.DirFS(second), "a.txt")
	fmt.Println(err)
	_, err = fs.ReadLink(fs.FS(from), "../x")
	fmt.Println(errors.Is(err, fs.ErrInvalid))
	info, err := fs.Lstat(os.DirFS(second), "link")
	fmt.Println(info.Mode().Type(), err)
	info, err = fs.Lstat(from, "d")
	fmt.Println(info.IsDir(), err)
	r, _ := os.OpenRoot(second)
	fmt.Println(fs.ReadLink(r.FS(), "link"))
}

// expect: <nil>
// expect: true
// expect: <nil>
// expect: <nil>
// expect: . d--------- ""
// expect: a.txt ---------- "A"
// expect: d d--------- ""
// expect: d/e d--------- ""
// expect: d/e/b.txt ---------- "B"
// expect: link L--------- ""
// expect: d/e <nil>
// expect: readlink a.txt: invalid argument
// expect: true
// expect: L--------- <nil>
// expect: true <nil>
// expect: d/e <nil>
