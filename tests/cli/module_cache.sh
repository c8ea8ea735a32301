# Modules of others: those that the go command has downloaded, with the versions that it would take; the
# modules of a workspace; what helps where one is missing.
. "$ROOT/tests/cli/lib.sh"
export GOMODCACHE=$PWD/cache GOENV=off GOPATH=$PWD/gopath
unset GOWORK

# cached PATH VERSION FOLDER TEXT [NEEDS...]: a module as the cache has it; FOLDER is its escaped name.
cached()
{
    local path=$1 version=$2 folder=$3 text=$4
    shift 4
    mkdir -p "cache/$folder@$version" "cache/cache/download/$folder/@v"
    printf 'package %s\n\nconst Is = "%s"\n' "${path##*/}" "$text" > "cache/$folder@$version/x.go"
    printf 'module %s\n\ngo 1.15\n\n' "$path" > "cache/cache/download/$folder/@v/$version.mod"
    [ $# = 0 ] || printf 'require %s\n' "$@" >> "cache/cache/download/$folder/@v/$version.mod"
}
cached example.org/Upper/one v1.2.0 'example.org/!upper/one' 'one 1.2' 'example.org/two v1.9.0'
cached example.org/two v1.9.0 example.org/two 'two 1.9'
cached example.org/two v1.10.0 example.org/two 'two 1.10'
cached example.org/two v1.10.0-rc.1 example.org/two 'two 1.10-rc'
cached example.org/fork v0.0.0-20200101000000-abcdef123456 example.org/fork 'fork'
cached example.org/two/nested v0.1.0 example.org/two/nested 'nested'
mkdir m && cd m || exit 1

# the greatest version that anything needs: of these, not of words
program go.mod << 'END'
module example.com/m

go 1.16

require example.org/Upper/one v1.2.0
require (
	example.org/two v1.10.0-rc.1 // indirect
	"example.org/two/nested" v0.1.0
	example.org/old v1.0.0
)

exclude example.org/two v1.11.0

replace example.org/old => example.org/fork v0.0.0-20200101000000-abcdef123456
END
program main.go << 'END'
package main

import (
	"example.org/Upper/one"
	fork "example.org/old"
	"example.org/two"
	"example.org/two/nested"
)

func main() { println(one.Is, two.Is, nested.Is, fork.Is) }
END
wants 0 "$GOL" run .
matches err '^one 1.2 two 1.10-rc nested fork$'
printf 'require example.org/two v1.10.0\n' >> ../cache/cache/download/example.org/two/nested/@v/v0.1.0.mod
wants 0 "$GOL" run .
matches err '^one 1.2 two 1.10 nested fork$'
# from 1.17 on go.mod lists all that is needed
sed -i 's/^go 1.16/go 1.17/' go.mod
wants 0 "$GOL" run .
matches err '^one 1.2 two 1.10-rc nested fork$'

# what is not there is named, with what helps
sed -i 's/two v1.10.0-rc.1/two v1.8.0/' go.mod
wants 1 "$GOL" run .
matches err 'could not import example.org/two '
matches err 'hint: example.org/two v1.8.0 is not in the module cache: "go mod download"'
lacks err 'nested'
mkdir other && printf 'package main\n\nimport _ "example.org/unknown/x"\n\nfunc main() {}\n' > other/x.go
wants 1 "$GOL" run other
matches err 'hint: no module that go.mod requires has it: go get example.org/unknown/x'

# a workspace: its modules, its replacements, patterns that reach into them
cd .. && mkdir -p ws/app ws/lib/deep ws/away && cd ws || exit 1
printf 'go 1.21\n\nuse (\n\t./app\n\t./lib // the library\n)\n\nreplace example.org/gone v1.0.0 => ./away\n' > go.work
printf 'module example.com/app\n\ngo 1.21\n\nrequire example.com/lib v1.0.0\nrequire example.org/gone v1.0.0\n' > app/go.mod
printf 'module example.com/lib\n\ngo 1.21\n' > lib/go.mod
printf 'module example.org/gone\n' > away/go.mod
printf 'package gone\n\nconst Is = "replaced"\n' > away/x.go
printf 'package deep\n\nconst Is = "deep"\n' > lib/deep/x.go
printf 'package main\n\nimport (\n\t"example.com/lib/deep"\n\t"example.org/gone"\n)\n\nfunc main() { println(deep.Is, gone.Is) }\n' > app/x.go
for dir in app lib/deep; do
    printf 'package %s\n\nimport "testing"\n\nfunc TestIt(t *testing.T) {}\n' "$(sed -n 's/^package //p' $dir/x.go)" > $dir/x_test.go
done
wants 0 "$GOL" run app
matches err '^deep replaced$'
wants 0 "$GOL" test ./...
matches out '^ok  	example.com/app	'
matches out '^ok  	example.com/lib/deep	'
lacks out gone
wants 0 "$GOL" test example.com/lib/deep
matches out '^ok  	example.com/lib/deep	'
wants 0 env GOWORK="$PWD/go.work" "$GOL" run app
wants 1 env GOWORK=off "$GOL" run app
matches err 'example.com/lib v1.0.0 is not in the module cache'

# without go.mod: the folders of GOPATH
mkdir -p ../gopath/src/example.net/inpath ../alone && cd ../alone || exit 1
printf 'package inpath\n\nconst Is = "in the path"\n' > ../gopath/src/example.net/inpath/x.go
printf 'package main\n\nimport "example.net/inpath"\n\nfunc main() { println(inpath.Is) }\n' > x.go
wants 0 "$GOL" run x.go
matches err '^in the path$'
sed -i 's/inpath"/outpath"/' x.go
wants 1 "$GOL" run x.go
matches err 'hint: there is no go.mod that could say where it is: go mod init'

# GO111MODULE=off: GOPATH with its folders vendor, go.mod files only say that x/v2 is the folder x
export GO111MODULE=off
at=$GOPATH/src/example.net
mkdir -p $at/major/sub $at/user/vendor/example.net/kept
printf 'module example.net/major/v2\n\nrequire example.net/nothing v1.0.0\n' > $at/major/go.mod
printf 'package major\n\nvar Count int\n' > $at/major/x.go
printf 'package sub\n\nimport "example.net/major/v2"\n\nfunc Up() { major.Count++ }\n' > $at/major/sub/x.go
printf 'package kept\n\nconst Is = "kept"\n' > $at/user/vendor/example.net/kept/x.go
program $at/user/x.go << 'END'
package main

import (
	"example.net/kept"
	"example.net/major"
	"example.net/major/v2/sub"
)

func main() {
	sub.Up()
	println(kept.Is, major.Count)
}
END
program $at/major/sub/x_test.go << 'END'
package sub

import "testing"

func TestUp(t *testing.T) { Up() }
END
wants 0 "$GOL" run $at/user
matches err '^kept 1$' # one package major, by both paths
wants 0 "$GOL" build -o user $at/user
GOPATH=/nonexistent wants 0 ./user
matches err '^kept 1$'
rm user
cd $at/major && wants 0 "$GOL" test ./...
matches out '^ok  	example.net/major/sub	'
wants 0 "$GOL" test example.net/major/v2/sub
wants 0 "$GOL" list ./...
matches out '^example.net/major/sub$'
sed -i 's,major/v2$,other/v2,' go.mod
wants 1 "$GOL" run ../user
matches err 'could not import example.net/major/v2/sub'
matches err 'hint: it is in no folder of GOPATH, and GO111MODULE=off: no go.mod is read'
finish
