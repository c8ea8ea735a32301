# go:embed: files that become part of the program.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/web/css m/web/_hidden m/lib/data m/none && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
printf 'hello\n' > hello.txt
printf 'index' > web/index.html
printf 'body' > web/css/a.css
printf 'secret' > web/_hidden/x
printf '.hid' > web/.hid
printf 'a\0b\377' > 'lib/data/two words.bin'
program lib/lib.go << 'END'
package lib

import _ "embed"

//go:embed "data/two words.bin"
var Data []byte

// Text is a string.
//
//go:embed data/t*.bin
var Text string
END
program main.go << 'END'
package main

import (
	files "embed"
	"fmt"
	"io/fs"

	"example.com/m/lib"
)

var (
	//go:embed hello.txt
	hello string

	//go:embed web hello.txt
	//go:embed lib/*.go
	content files.FS
)

type text string

//go:embed all:web
var all files.FS

//go:embed web/*.html
var page text

var size = len(hello) // embedded before variables are initialised

func list(fsys fs.FS) {
	fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Print(path, " ")
		return err
	})
	fmt.Println()
}

func main() {
	fmt.Printf("%q %q %q %q %d\n", hello, page, lib.Data, lib.Text, size)
	list(content)
	list(all)
	b, err := content.ReadFile("web/css/a.css")
	fmt.Printf("%q %v\n", b, err)
	_, err = content.ReadFile("web/_hidden/x")
	fmt.Println(err)
	_, err = content.ReadFile("web")
	fmt.Println(err)
	_, err = content.Open("/web")
	fmt.Println(err)
	sub, err := fs.Sub(content, "web")
	list(sub)
	names, err := fs.Glob(content, "*/*.html")
	fmt.Println(names, err)
	info, err := fs.Stat(content, "hello.txt")
	fmt.Println(info.Size(), info.Mode(), info.ModTime().IsZero(), err)
	var empty files.FS
	list(empty)
}
END
wants 0 "$GOL" run .
cat > want << 'END'
"hello\n" "index" "a\x00b\xff" "a\x00b\xff" 6
. hello.txt lib lib/lib.go web web/css web/css/a.css web/index.html 
. web web/.hid web/_hidden web/_hidden/x web/css web/css/a.css web/index.html 
"body" <nil>
open web/_hidden/x: file does not exist
read web: is a directory
open /web: file does not exist
. css css/a.css index.html 
[web/index.html] <nil>
6 -r--r--r-- true <nil>
. 
END
same want out

# what is wrong is told at the directive
mkdir bad && cd bad && mkdir empty
program a.go << 'END'
package main

import "embed"

//go:embed nothing.txt
var a string

//go:embed ../hello.txt
var b string

//go:embed a.go b.go
var c []byte

//go:embed a.go
var d int

//go:embed a.go
var e, f string

//go:embed a.go
var g = ""

//go:embed empty
var h embed.FS

//go:embed a.go
func main() {}
END
program b.go << 'END'
package main

//go:embed a.go
var i string
END
wants 1 "$GOL" run .
matches err 'a.go:5:1: error: pattern nothing.txt: no matching files found'
matches err 'a.go:8:1: error: pattern ../hello.txt: invalid pattern syntax'
matches err 'a.go:11:1: error: invalid go:embed: multiple files'
matches err 'a.go:14:1: error: go:embed cannot apply to var of type int'
matches err 'a.go:17:1: error: go:embed cannot apply to multiple vars'
matches err 'a.go:20:1: error: go:embed cannot apply to var with initializer'
matches err 'a.go:23:1: error: pattern empty: no matching files found'
matches err 'a.go:26:1: error: misplaced go:embed directive'
matches err 'b.go:3:1: error: go:embed only allowed in Go files that import "embed"'
finish
