# gol list and gol env: what the go command would say.
. "$ROOT/tests/cli/lib.sh"
mkdir -p a/testdata b scripts
program go.mod << 'END'
module example.com/m

go 1.21
END
program a/a.go << 'END'
// Package a is first.
package a

import "fmt"

var _ = fmt.Sprint
END
program a/a_test.go << 'END'
package a

import "testing"
END
program a/a_windows.go << 'END'
package a
END
program b/b.go << 'END'
package main

import _ "example.com/m/a"

func main() {}
END
echo 'x := 1' > scripts/s.gol
lines() { printf '%s\n' "$@" > want; same want out; }
wants 0 "$GOL" list ./...
lines example.com/m/a example.com/m/b example.com/m/scripts
wants 0 "$GOL" list -C a
lines example.com/m/a
wants 0 "$GOL" list -m
lines example.com/m
wants 0 "$GOL" list -m -f '{{.Path}} {{.GoVersion}}'
lines 'example.com/m 1.21'
wants 0 "$GOL" list -f '{{.Name}} {{.GoFiles}} {{.TestGoFiles}} {{join .Imports ","}} {{.Doc}}' ./a example.com/m/b
lines 'a [a.go] [a_test.go] fmt Package a is first.' 'main [b.go] [] example.com/m/a '
wants 0 "$GOL" list -json ./a
matches out '"ImportPath": "example.com/m/a"'
matches out '"IgnoredGoFiles": \['
wants 0 "$GOL" list -f '{{.GolFiles}}' ./scripts
lines '[s.gol]'
wants 0 "$GOL" list std
matches out '^net/http$'
lacks out internal
wants 0 "$GOL" list net/http
lines net/http
mkdir -p e/data/.git e/data/sub e/data/other
echo x | tee e/data/a.txt e/data/_b.txt e/data/.git/c e/data/sub/d.txt e/.e e/data/other/f > e/one.json
echo 'module other' > e/data/other/go.mod
program e/e.go << 'END'
package e

import "embed"

//go:embed *.json .e data one.json
var files embed.FS
END
program e/e_test.go << 'END'
package e

import "embed"

//go:embed all:data
var all embed.FS
END
wants 0 "$GOL" list -f '{{join .EmbedFiles " "}}, {{join .TestEmbedFiles " "}}' ./e
lines '.e data/a.txt data/sub/d.txt one.json, data/.git/c data/_b.txt data/a.txt data/sub/d.txt'
wants 1 "$GOL" list -f '{{.Nonsense}}' ./a
wants 1 "$GOL" list ./nothing

export GOPATH=$PWD/path GOMODCACHE= GOFLAGS=-mod=mod GOWORK=
wants 0 "$GOL" env GOPATH GOMODCACHE GOOS GOARCH CGO_ENABLED GOMOD GOFLAGS NOTHING
lines "$PWD/path" "$PWD/path/pkg/mod" linux amd64 0 "$PWD/go.mod" -mod=mod ''
wants 0 "$GOL" env -C / GOMOD
lines /dev/null
wants 0 "$GOL" env
(eval "$(cat out)" && [ "$GOVERSION $GOMOD" = "$("$GOL" env GOVERSION) $PWD/go.mod" ]) || bad "a shell cannot read it"
wants 0 "$GOL" env -json GOOS
matches out '"GOOS":.*"linux"'
printf 'go 1.21\nuse .\n' > go.work
wants 0 "$GOL" env GOWORK
lines "$PWD/go.work"

# What go.mod of Go 1.24 and 1.25 may say: tools, and folders in which no packages are looked for.
mkdir -p new/static/x new/web/node_modules/y new/web/static
cat > new/go.mod << 'END'
module new

go 1.25.1

toolchain go1.26.0

tool golang.org/x/tools/cmd/stringer

ignore ./static

ignore (
	node_modules
)
END
printf 'package main\n\nimport "runtime"\n\nfunc main() { println(runtime.Version()) }\n' > new/main.go
for dir in static/x web/node_modules/y web/static; do
    printf 'package p\n' > new/$dir/p.go
done
export GOWORK=off
wants 0 "$GOL" list -C new ./...
lines new new/web/static
wants 0 "$GOL" run new
[ "$(cat err)" = "$("$GOL" env GOVERSION)" ] || bad "runtime.Version is not GOVERSION: $(cat err)"
finish
