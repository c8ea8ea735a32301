// Importers read the sources of packages, and go/build takes the files that gc would.
package main

import (
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"os"
	"path/filepath"
)

const text = `// Package p is read.
package p

const Size = 3

type List [Size]int
`

func main() {
	dir, err := os.MkdirTemp("", "gopath")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	os.Setenv("GO111MODULE", "off")
	build.Default.GOPATH = dir
	os.MkdirAll(filepath.Join(dir, "src", "p"), 0o777)
	os.WriteFile(filepath.Join(dir, "src", "p", "p.go"), []byte(text), 0o666)
	os.WriteFile(filepath.Join(dir, "src", "p", "other.go"), []byte("//go:build gccgo\n\npackage p\n\nbroken"), 0o666)

	found, err := build.Import("p", "", 0)
	fmt.Println(found.Name, found.Doc, found.GoFiles, found.IgnoredGoFiles, err) // expect: p Package p is read. [p.go] [other.go] <nil>
	q, err := importer.Default().Import("p")
	fmt.Println(q, err, q.Scope().Lookup("List")) // expect: package p ("p") <nil> type p.List [3]int
	for _, compiler := range []string{"gc", "source"} {
		q, err = importer.ForCompiler(token.NewFileSet(), compiler, nil).Import("p")
		fmt.Println(q, err) // expect: package p ("p") <nil>
		// expect: package p ("p") <nil>
	}
	fmt.Println(importer.ForCompiler(token.NewFileSet(), "other", nil)) // expect: <nil>
	_, err = importer.Default().Import("missing")
	fmt.Println(err != nil) // expect: true
}
