# Where Go's library comes from: the copy in gol, or an installation (--goroot); what belongs to it.
. "$ROOT/tests/cli/lib.sh"
mkdir -p go/src/expvar go/src/vendor/golang.org/x/mark go/src/net/textproto go/src/own
program go/src/expvar/a_linux.go << 'END'
//go:build !amd64 && purego && go1.99

// Package expvar is not Go's. "Quotes /* in comments
package expvar

import "golang.org/x/mark"

/* A comment of
two lines */ const text = `// no comment
/* none */` + "/*" + mark.Text // the last

func Text() string { return text + string('"') + hidden() }

// hidden is in another package.
//
//go:linkname hidden net/textproto.theirs
func hidden() string

func Fails() { panic("here") }

func Broken() int { return "no number" }
END
program go/src/expvar/b_amd64.go << 'END'
package expvar

const wrong = "for one processor" + 1
END
program go/src/expvar/c.go << 'END'
//go:build ignore

package main
END
program go/src/expvar/d_test.go << 'END'
package other
END
program go/src/net/textproto/t.go << 'END'
package textproto

func theirs() string { return "linked" }
END
program go/src/vendor/golang.org/x/mark/mark.go << 'END'
package mark

const Text = " of the library "
END

mkdir -p m/vendor/golang.org/x/mark
program m/go.mod << 'END'
module example.com/m
END
program m/vendor/golang.org/x/mark/mark.go << 'END'
package mark

const Text = " of the program "
END
program m/main.go << 'END'
package main

import (
	"expvar"
	_ "net/textproto"

	"golang.org/x/mark"
)

var x int

func main() {
	println(expvar.Text(), mark.Text)
	go func() { x++ }()
	x++
	expvar.Fails()
}
END
wants 2 "$GOL" run --goroot go m
matches err '^// no comment$'
matches err '^/\* none \*//\* of the library "linked  of the program $'
matches err 'expvar/a_linux.go:19$'
wants 66 "$GOL" run --goroot go --seed 3 m
matches err '^replay: gol run --goroot go --schedule [0-9.^]+ m$'

# A function of the library with an error is an error of the program that calls it.
sed 's/expvar.Fails/expvar.Broken/; /mark"/d; s/, mark.Text//' m/main.go > broken.go
wants 1 "$GOL" run --goroot go broken.go
matches err '^expvar/a_linux.go:21:28: error: cannot use "no number"'

# A schedule says which library it was made under.
program vars.go << 'END'
package main

import "expvar"

func main() { println(expvar.Get("none") == nil) }
END
wants 0 "$GOL" run --save-schedule with.schedule vars.go
matches with.schedule '^library [0-9a-f]{16}$'
wants 0 "$GOL" replay with.schedule vars.go
lacks err 'note'
sed 's/^library .*/library 0123456789abcdef/' with.schedule > other.schedule
wants 0 "$GOL" replay other.schedule vars.go
matches err "note: Go's library has changed since schedule other.schedule was recorded"
echo 'func main() { println(1) }' > plain.gol
wants 0 "$GOL" run --save-schedule without.schedule plain.gol
lacks without.schedule '^library'

# What only the library may import; a module's folder does not hide a package of the library.
echo 'package main; import _ "net/http/internal"; func main() {}' > internal.go
wants 1 "$GOL" run internal.go
matches err 'use of internal package net/http/internal not allowed'
echo 'package main; import _ "vendor/golang.org/x/net/idna"; func main() {}' > vendor.go
wants 1 "$GOL" run vendor.go
matches err 'without "vendor/"'
mkdir -p expvar && echo 'module expvar' > go.mod && mv vars.go expvar
echo 'package mistaken' > expvar/get.go
wants 0 "$GOL" run expvar/vars.go
finish
