// os.Root: files of a directory, and none outside it. The expectations are those of Go's documentation.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

var top string

func show(v ...any) {
	for i, x := range v {
		if err, ok := x.(error); ok {
			v[i] = strings.ReplaceAll(err.Error(), top, "TOP")
		}
	}
	fmt.Println(v...)
}

func read(r *os.Root, name string) {
	data, err := r.ReadFile(name)
	show(name, string(data), err)
}

func main() {
	top, _ = os.MkdirTemp("", "root")
	defer os.RemoveAll(top)
	os.WriteFile(filepath.Join(top, "secret"), []byte("secret"), 0600)
	os.Mkdir(filepath.Join(top, "in"), 0700)
	_, err := os.OpenRoot(filepath.Join(top, "secret"))
	show(err)
	_, err = os.OpenRoot(filepath.Join(top, "none"))
	show(err, errors.Is(err, fs.ErrNotExist))
	r, err := os.OpenRoot(filepath.Join(top, "in"))
	show(err)

	show(r.WriteFile("a", []byte("A"), 0600), r.MkdirAll("d/e/f", 0700), r.Mkdir("d", 0700))
	show(r.WriteFile("d/e/b", []byte("B"), 0600))
	show(r.Symlink("../secret", "out"), r.Symlink("/etc", "absolute"), r.Symlink("d/e", "e"), r.Symlink("loop", "loop"))
	show(r.Symlink("../../a", "d/e/up"), r.Symlink("fresh", "dangling"))
	for _, name := range []string{"a", "d/e/b", "e/b", "e/../../a", "d/e/up", "d/../a", "../secret", "out", "absolute/passwd", "loop",
		"/a", "", "none", "none/../a", "a/", "e/../..//../secret"} {
		read(r, name)
	}
	show(r.WriteFile("dangling", []byte("made"), 0600))
	read(r, "fresh")
	show(r.WriteFile("out", []byte("bad"), 0600))
	_, err = r.OpenFile("e", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0600)
	show(err)
	_, err = r.OpenFile("x", os.O_CREATE, 0600|os.ModeSetuid)
	show(err)

	_, err = r.Stat("out")
	show(err)
	info, err := r.Lstat("out")
	show(info.Mode().Type() == fs.ModeSymlink, err)
	show(r.Readlink("out"))
	show(r.Rename("fresh", "d/moved"), r.Rename("d/moved", "../moved"), r.Link("a", "d/a2"))
	read(r, "d/a2")
	show(r.Chmod("a", 0640), r.Chmod("out", 0640), r.Remove("out"), r.Remove("none"))
	inner, err := r.OpenRoot("d")
	show(err)
	read(inner, "e/b")
	read(inner, "../a")
	read(inner, "e/up")
	show(fs.ReadFile(r.FS(), "d/e/b"))
	_, err = fs.ReadFile(r.FS(), "../secret")
	show(err)
	entries, err := fs.ReadDir(r.FS(), ".")
	for _, e := range entries {
		fmt.Print(e.Name(), " ")
	}
	show(err)
	show(r.RemoveAll("d"), r.RemoveAll("none"), r.RemoveAll("../in"), r.RemoveAll("."))
	_, err = os.OpenInRoot(filepath.Join(top, "in"), "../secret")
	show(err)
	show(r.Close())
	read(r, "a")
	data, _ := os.ReadFile(filepath.Join(top, "secret"))
	show(string(data))
}

// expect: open TOP/secret: not a directory
// expect: open TOP/none: no such file or directory true
// expect: <nil>
// expect: <nil> <nil> mkdirat d: file exists
// expect: <nil>
// expect: <nil> <nil> <nil> <nil>
// expect: <nil> <nil>
// expect: a A <nil>
// expect: d/e/b B <nil>
// expect: e/b B <nil>
// expect: e/../../a A <nil>
// expect: d/e/up A <nil>
// expect: d/../a A <nil>
// expect: ../secret  openat ../secret: path escapes from parent
// expect: out  openat out: path escapes from parent
// expect: absolute/passwd  openat absolute/passwd: path escapes from parent
// expect: loop  openat loop: too many levels of symbolic links
// expect: /a  openat /a: path escapes from parent
// expect:   openat : no such file or directory
// expect: none  openat none: no such file or directory
// expect: none/../a  openat none/../a: no such file or directory
// expect: a/  openat a/: not a directory
// expect: e/../..//../secret  openat e/../..//../secret: path escapes from parent
// expect: <nil>
// expect: fresh made <nil>
// expect: openat out: path escapes from parent
// expect: openat e: file exists
// expect: openat x: unsupported file mode
// expect: statat out: path escapes from parent
// expect: true <nil>
// expect: ../secret <nil>
// expect: <nil> renameat d/moved ../moved: path escapes from parent <nil>
// expect: d/a2 A <nil>
// expect: <nil> chmodat out: path escapes from parent <nil> unlinkat none: no such file or directory
// expect: <nil>
// expect: e/b B <nil>
// expect: ../a  openat ../a: path escapes from parent
// expect: e/up  openat e/up: path escapes from parent
// expect: [66] <nil>
// expect: readfile ../secret: invalid argument
// expect: a absolute d dangling e loop <nil>
// expect: <nil> <nil> unlinkat ../in: path escapes from parent unlinkat .: invalid argument
// expect: openat ../secret: path escapes from parent
// expect: <nil>
// expect: a  openat a: file already closed
// expect: secret
