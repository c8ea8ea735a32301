# Where a package comes from: workspaces, replacements by version, modules inside of others, the cache, GOPATH,
# settings of the go command; and what is said of one that is nowhere.
. "$ROOT/tests/cli/lib.sh"
export HOME=$PWD/home GOPATH= GOMODCACHE=$PWD/cache GOFLAGS= GOWORK= GOENV= XDG_CONFIG_HOME=

# package DIR NAME TEXT: one whose function says the text.
package()
{
    mkdir -p "$1"
    printf 'package %s\n\nfunc Text() string { return "%s" }\n' "$2" "$3" > "$1/$2.go"
}
# module DIR PATH [LINE...]: go.mod.
module()
{
    local dir=$1
    mkdir -p "$dir"
    printf 'module %s\n\ngo 1.21\n' "$2" > "$dir/go.mod"
    shift 2
    [ $# = 0 ] || printf '%s\n' "$@" >> "$dir/go.mod"
}
# main DIR IMPORT: a program that prints the text of a package.
main()
{
    mkdir -p "$1"
    printf 'package main\n\nimport p "%s"\n\nfunc main() { println(p.Text()) }\n' "$2" > "$1/main.go"
}
# prints TEXT COMMAND...
prints()
{
    local text=$1
    shift
    wants 0 "$@"
    [ "$(cat err)" = "$text" ] || bad "$* printed $(cat err), not $text"
}
# fails REGEX COMMAND...
fails()
{
    local regex=$1
    shift
    wants 1 "$@"
    matches err "$regex"
}

# A replacement is for one version, for any, by a folder or by another module of the cache.
package one p 'of 1.0.0'
package two p 'of 1.1.0'
module app example.com/app 'require example.com/p v1.1.0' 'replace example.com/p v1.0.0 => ../one' \
    "replace example.com/p v1.1.0 => $PWD/two"
main app example.com/p
prints 'of 1.1.0' "$GOL" run app
sed -i 's/^require.*/require example.com\/p v1.0.0/' app/go.mod
prints 'of 1.0.0' "$GOL" run app
sed -i 's/^require.*/require example.com\/p v1.2.0/' app/go.mod
fails 'example.com/p v1.2.0 is not in the module cache: "go mod download"' "$GOL" run app
package 'cache/example.com/p@v1.2.0' p 'of the cache'
prints 'of the cache' "$GOL" run app
package 'cache/example.com/!upper@v1.0.0' p 'of another'
echo 'replace example.com/p v1.2.0 => example.com/Upper v1.0.0' >> app/go.mod
prints 'of another' "$GOL" run app
# Without a requirement a replacement says where it is, too.
sed -i '/^require/d; s/^replace example.com.p v1.2.0/replace example.com\/p/' app/go.mod
prints 'of 1.0.0' "$GOL" run app

# Of modules inside of each other the innermost has the package, in whatever order they are required.
package 'cache/example.com/q@v1.0.0/in/p' p 'of the outer'
package 'cache/example.com/q/in@v1.0.0/p' p 'of the inner'
package 'cache/example.com/q@v1.0.0/only' p 'of the outer only'
for order in 'q q/in' 'q/in q'; do
    set -- $order
    module nested example.com/nested "require example.com/$1 v1.0.0" "require example.com/$2 v1.0.0"
    main nested example.com/q/in/p
    prints 'of the inner' "$GOL" run nested
    main nested example.com/q/only
    prints 'of the outer only' "$GOL" run nested
    main nested example.com/q/nothing
    fails 'example.com/q v1.0.0 has no such package' "$GOL" run nested
done
main nested example.com/other
fails 'no module that go.mod requires has it: go get example.com/other' "$GOL" run nested
main nested example.com/nested/nothing
fails 'nothing' "$GOL" run nested
lacks err 'go get'

# Workspaces: the modules that are used, their replacements, a vendor folder of all; named by GOWORK.
mkdir -p space
module space/app example.com/work
module space/lib example.com/lib
package space/lib/p p 'of the workspace'
main space/app example.com/lib/p
printf 'go 1.21\n\nuse (\n\t./app\n\t./lib\n\t./missing\n)\n' > space/go.work
prints 'of the workspace' "$GOL" run space/app
fails 'go get example.com/lib/p' env GOWORK=off "$GOL" run space/app
fails 'go get example.com/lib/p' env GOWORK="$PWD/none/go.work" "$GOL" run space/app
mv space/go.work named.work
sed -i "s|\./|$PWD/space/|" named.work
fails 'go get example.com/lib/p' "$GOL" run space/app
prints 'of the workspace' env GOWORK="$PWD/named.work" "$GOL" run space/app
# A module that the workspace does not use is by itself.
printf 'go 1.21\n\nuse ./lib\n' > space/go.work
fails 'go get example.com/lib/p' "$GOL" run space/app
printf 'go 1.21\n\nuse ./app\n\nreplace example.com/lib => ./lib\n' > space/go.work
prints 'of the workspace' "$GOL" run space/app
printf 'go 1.21\n\nuse ./app\n' > space/go.work
package space/vendor/example.com/lib/p p 'of the vendor folder'
prints 'of the vendor folder' "$GOL" run space/app
printf 'go 1.21\n\nuse ./app\n\nnonsense here\n' > space/go.work
fails 'go.work:5' "$GOL" run space/app
rm -r space/vendor space/go.work

# GOPATH: its folders in order, empty ones do not count; the version that a path says; from a file of settings.
package path/b/src/example.com/r p 'of GOPATH'
main solo example.com/r
prints 'of GOPATH' env GOPATH=":$PWD/path/a::$PWD/path/b:" "$GOL" run solo
prints 'of GOPATH' env GO111MODULE=off GOPATH="$PWD/path/b" "$GOL" run solo
fails 'there is no go.mod that could say where it is: go mod init' env GOPATH="$PWD/path/a" "$GOL" run solo
fails 'it is in no folder of GOPATH, and GO111MODULE=off' env GO111MODULE=off GOPATH="$PWD/path/a" "$GOL" run solo
fails 'there is no go.mod' env -u HOME -u GOPATH "$GOL" run solo
main solo example.com/r/v2
fails 'there is no go.mod' env GOPATH="$PWD/path/b" "$GOL" run solo
module path/b/src/example.com/r example.com/r/v2
prints 'of GOPATH' env GOPATH="$PWD/path/b" "$GOL" run solo
module path/b/src/example.com/r example.com/r/v3
fails 'there is no go.mod' env GOPATH="$PWD/path/b" "$GOL" run solo
rm path/b/src/example.com/r/go.mod
main solo example.com/r
mkdir -p home/.config/go config/go
echo "GOPATH=$PWD/path/b" > config/go/env
prints 'of GOPATH' env XDG_CONFIG_HOME="$PWD/config" "$GOL" run solo
fails 'there is no go.mod' "$GOL" run solo
printf 'GOPATHS=x\nGOPATH=\nGOPATH=%s\r\n' "$PWD/path/b" > home/.config/go/env
prints 'of GOPATH' "$GOL" run solo
# A vendor folder beside the program, or above it, goes first there.
mkdir -p path/b/src/top/vendor/example.com/r
package path/b/src/top/vendor/example.com/r p 'of a vendor folder'
main path/b/src/top/deep/er example.com/r
prints 'of a vendor folder' env GO111MODULE=off GOPATH="$PWD/path/b:$PWD/path/b" "$GOL" run path/b/src/top/deep/er
finish
