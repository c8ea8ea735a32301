# GO111MODULE=off: a package of GOPATH finds what it imports in its own folder vendor, or in one above it.
. "$ROOT/tests/cli/lib.sh"
export GO111MODULE=off GOPATH=$PWD/gopath
at=$GOPATH/src/example.net
mkdir -p $at/user $at/lib/sub $at/lib/vendor/example.net/{kept,both} $at/both
printf 'package kept\n\nconst Is = "kept"\n' > $at/lib/vendor/example.net/kept/x.go
printf 'package both\n\nconst Is = "vendored"\n' > $at/lib/vendor/example.net/both/x.go
printf 'package both\n\nconst Is = "in GOPATH"\n' > $at/both/x.go
printf 'package sub\n\nimport "example.net/kept"\n\nconst Is = kept.Is\n' > $at/lib/sub/x.go
program $at/user/x.go << 'END'
package main

import (
	"example.net/both"
	"example.net/lib/sub"
)

func main() { println(sub.Is, both.Is) }
END
wants 0 "$GOL" run $at/user
matches err '^kept in GOPATH$'
wants 0 "$GOL" build -o user $at/user
GOPATH=/nonexistent wants 0 ./user
matches err '^kept in GOPATH$'

# A module's packages do not look there.
export GO111MODULE=on
mkdir m
printf 'module example.com/m\n' > m/go.mod
printf 'package main\n\nimport _ "example.net/lib/sub"\n\nfunc main() {}\n' > m/x.go
wants 1 "$GOL" run ./m
matches err 'could not import example.net/lib/sub'
finish
