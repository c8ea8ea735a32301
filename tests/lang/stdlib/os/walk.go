// Directories: making, walking and removing them; what is known of files; variables in text.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"io/ioutil"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	root, err := os.MkdirTemp("", "walk-*-x")
	fmt.Println(err, strings.HasSuffix(root, "-x")) // expect: <nil> true
	defer os.RemoveAll(root)
	fmt.Println(os.MkdirAll(root+"/a/b/c", 0755), os.MkdirAll(root+"/skip/this", 0700)) // expect: <nil> <nil>
	for _, name := range []string{"/f", "/a/g", "/a/b/c/h", "/skip/this/i"} {
		if err := os.WriteFile(root+name, []byte(name), 0640); err != nil {
			fmt.Println(err)
		}
	}
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if d.Name() == "skip" {
			return filepath.SkipDir
		}
		fmt.Print(strings.TrimPrefix(path, root), d.IsDir(), err, " ")
		return nil
	})
	fmt.Println() // expect: true <nil> /atrue <nil> /a/btrue <nil> /a/b/ctrue <nil> /a/b/c/hfalse <nil> /a/gfalse <nil> /ffalse <nil> 
	n := 0
	fmt.Println(filepath.Walk(root, func(path string, info fs.FileInfo, err error) error {
		n += int(info.Size()) * map[bool]int{false: 1}[info.IsDir()]
		if strings.HasSuffix(path, "g") {
			return fs.SkipAll
		}
		return err
	}), n) // expect: <nil> 12
	info, err := os.Stat(root + "/a/g")
	fmt.Println(info.Name(), info.Size(), info.Mode(), info.IsDir(), err) // expect: g 4 -rw-r----- false <nil>
	info, err = os.Stat(root + "/a")
	fmt.Println(info.Mode(), info.Mode().IsDir(), err) // expect: drwxr-xr-x true <nil>
	_, err = os.Stat(root + "/none")
	fmt.Println(os.IsNotExist(err), os.Rename(root+"/f", root+"/e"), os.Rename(root+"/f", root+"/e") != nil) // expect: true <nil> true
	list, err := ioutil.ReadDir(root)
	for _, info := range list {
		fmt.Print(info.Name(), " ")
	}
	fmt.Println(err)                                                                  // expect: a e skip <nil>
	fmt.Println(os.Mkdir(root+"/a", 0700) != nil, os.Remove(root+"/a") != nil, os.RemoveAll(root+"/a"), os.RemoveAll(root+"/no")) // expect: true true <nil> <nil>
	f, err := os.CreateTemp(root, "t")
	fmt.Println(f != nil, err, f.Close()) // expect: true <nil> <nil>

	os.Setenv("WHO", "me")
	fmt.Println(os.ExpandEnv("$WHO ${WHO}x $WHOx. 5$ ${} $"), os.Expand("$a-$1b", strings.ToUpper)) // expect: me mex . 5$  $ A-1b
	set := flag.NewFlagSet("x", flag.ContinueOnError)
	u := set.Uint64("u", 1, "")
	fmt.Println(set.Parse([]string{"-u", "18446744073709551615"}), *u) // expect: <nil> 18446744073709551615
}
