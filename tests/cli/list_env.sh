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

# Of a package also what it imports, each package after what it imports itself.
mkdir -p t
program t/t.go << 'END'
package t

import (
	_ "example.com/m/e"
	_ "strings"
)
END
program t/t_test.go << 'END'
package t

import "testing"
END
program t/x_test.go << 'END'
package t_test

import (
	_ "example.com/m/t"
	"testing"
)
END
export GOROOT=$PWD/none # where no Go is, the library is that in gol, unless Go is where it usually is
wants 0 "$GOL" list -deps ./b
sed -n '/^example/p' out > ours
printf '%s\n' example.com/m/a example.com/m/b | cmp - ours || bad "$(cat out)"
[ "$(sed -n '/^fmt$/=' out)" -lt "$(sed -n '/example.com.m.a/=' out)" ] || bad "fmt is not before a: $(cat out)"
matches out '^unsafe$'
wants 0 "$GOL" list -f '{{.DepOnly}} {{.Standard}} {{.ImportPath}}' -deps ./b
matches out '^true true fmt$'
matches out '^true false example.com/m/a$'
matches out '^false false example.com/m/b$'
wants 0 "$GOL" list -test ./b ./t
lines example.com/m/b example.com/m/t example.com/m/t.test 'example.com/m/t [example.com/m/t.test]' 'example.com/m/t_test [example.com/m/t.test]'
wants 0 "$GOL" list -test -f '{{.Name}} {{.ForTest}} {{.GoFiles}} {{.ImportMap}}' ./t
lines 't  [t.go] map[]' 'main  [] map[example.com/m/t:example.com/m/t [example.com/m/t.test] example.com/m/t_test:example.com/m/t_test [example.com/m/t.test]]' \
    't example.com/m/t [t.go t_test.go] map[]' 't_test example.com/m/t [x_test.go] map[example.com/m/t:example.com/m/t [example.com/m/t.test]]'
wants 0 "$GOL" list -f '{{join .Deps " "}}' ./b
matches out ' example.com/m/a .* unsafe$'
wants 0 "$GOL" list -find -f '{{.Name}} {{.Imports}}' ./t
lines 't []'
wants 0 "$GOL" list -json=Name,Match ./t/...
printf '{\n\t"Name": "t",\n\t"Match": [\n\t\t"./t/..."\n\t]\n}\n' > want
same want out
wants 0 "$GOL" list -f '{{range .Imports}}{{println .}}{{end}}' ./t
lines example.com/m/e strings
wants 0 "$GOL" list -f '{{context.GOOS}}/{{context.GOARCH}} {{.Module}} {{.Module.GoVersion}}' ./t
lines 'linux/amd64 example.com/m 1.21'
echo 'package broken; import "x' > broken.go
wants 1 "$GOL" list -f '{{.Name}}' .
wants 0 "$GOL" list -e -f '{{.ImportPath}} {{not (not .Error)}} {{.Incomplete}}' .
lines 'example.com/m true true'
rm broken.go
# A name that means no package is one without files.
wants 0 "$GOL" list -e ./nosuch ./t example.com/m/none
lines ./nosuch example.com/m/t example.com/m/none
wants 0 "$GOL" list -e -f '{{.ImportPath}} {{.Name}} {{not (not .Error)}} {{.Match}}' ./nosuch
lines './nosuch  true [./nosuch]'
wants 1 "$GOL" list ./nosuch
unset GOROOT

# Modules: the main one, and those that it needs.
mkdir -p lib
printf 'module example.com/lib\n\ngo 1.20\n' > lib/go.mod
printf 'package lib\n' > lib/lib.go
cp go.mod before.mod
printf '\nrequire (\n\texample.com/lib v1.2.3\n\texample.com/gone v1.0.0\n)\n\nreplace example.com/lib => ./lib\n' >> go.mod
printf 'package uses\n\nimport _ "example.com/lib"\n' > t/uses.go && sed -i 's/package uses/package t/' t/uses.go
wants 0 "$GOL" list -m all
lines example.com/m 'example.com/gone v1.0.0' 'example.com/lib v1.2.3 => ./lib'
wants 0 "$GOL" list -m -f '{{.Path}} {{.Version}} {{.Replace.Path}} {{.GoVersion}} {{.Main}}' example.com/lib
lines 'example.com/lib v1.2.3 ./lib 1.20 false'
wants 1 "$GOL" list -m example.com/nothing
wants 0 "$GOL" list -deps -f '{{with .Module}}{{.Path}}{{end}}' ./t
matches out '^example.com/lib$'
mv before.mod go.mod
rm -r lib t
wants 1 "$GOL" list ./nothing

export GOPATH=$PWD/path GOMODCACHE= GOFLAGS=-mod=mod GOWORK=
wants 0 "$GOL" env GOPATH GOMODCACHE GOOS GOARCH CGO_ENABLED GOMOD GOFLAGS NOTHING
lines "$PWD/path" "$PWD/path/pkg/mod" linux amd64 0 "$PWD/go.mod" -mod=mod ''
wants 0 "$GOL" env -C / GOMOD
lines /dev/null
wants 0 "$GOL" env
(eval "$(cat out)" && [ "$GOVERSION $GOMOD" = "$("$GOL" env GOVERSION) $PWD/go.mod" ]) || bad "a shell cannot read it"
wants 0 "$GOL" env GOHOSTOS GOAMD64 GOEXPERIMENT
lines linux v1 ''
wants 0 env GOENV="$PWD/settings" "$GOL" env GOENV
lines "$PWD/settings"
mkdir -p go/src/fmt
wants 0 env GOROOT="$PWD/go" "$GOL" env GOROOT
lines "$PWD/go"
rm -r go
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
# env -w and -u change the file that the go command has for it, and go by it.
export GOENV="$PWD/new/dir/env"
wants 0 "$GOL" env -w GOPATH=/a/b GOPROXY=off
[ "$(cat "$GOENV")" = "GOPATH=/a/b
GOPROXY=off" ] || bad "env -w has written $(cat "$GOENV")"
wants 0 env -u GOPATH -u GOPROXY "$GOL" env GOPATH GOPROXY
[ "$(cat out)" = "/a/b
off" ] || bad "env -w is not gone by"
wants 0 env GOPATH=/c "$GOL" env -w GOPATH=/d
matches err 'warning: GOPATH is /c in the environment'
wants 0 "$GOL" env -u GOPATH
[ "$(cat "$GOENV")" = "GOPROXY=off" ] || bad "env -u has left $(cat "$GOENV")"
for wrong in "-w GOPATH" "-u GOPATH=x" "-w PATH=x" "-w GOENV=x" "-w -u GOPATH" "-w Go=x"; do
    wants 1 "$GOL" env $wrong
done
[ "$(cat "$GOENV")" = "GOPROXY=off" ] || bad "what is wrong has changed the file"
wants 1 "$GOL" env -w GOFLAGS='a
b'
matches err '^gol env: a value is one line'
wants 1 env GOENV=off "$GOL" env -w GOPATH=/a
wants 1 env GOENV=/proc/none/env "$GOL" env -w GOPATH=/a
matches err '^gol env: cannot write /proc/none/env: '
wants 0 env GOFLAGS="it's" "$GOL" env
(eval "$(cat out)" && [ "$GOFLAGS" = "it's" ]) || bad "a shell cannot read a quote"
wants 0 env GOFLAGS="it's" "$GOL" env -json
matches out "\"GOFLAGS\":.*\"it's\""
matches out '"GOARCH":.*"amd64"'
wants 0 "$GOL" env -json GOOS NOTHING
matches out '"NOTHING":.*""'
unset GOENV
finish
