# gol list all: the packages of all modules of the workspace, what they import and what their tests do.
. "$ROOT/tests/cli/lib.sh"
mkdir -p app lib
printf 'go 1.21\nuse (\n\t./app\n\t./lib\n)\n' > go.work
printf 'module example.com/app\n' > app/go.mod
printf 'module example.com/lib\n' > lib/go.mod
printf 'package app\n\nimport _ "unicode/utf8"\n' > app/app.go
printf '//go:build never\n\npackage app\n\nimport _ "net/http"\n' > app/never.go
printf 'package lib\n' > lib/lib.go
printf 'package lib_test\n\nimport _ "container/ring"\n' > lib/lib_test.go
cd app || exit 1
wants 0 "$GOL" list all
printf 'container/ring\nexample.com/app\nexample.com/lib\nunicode/utf8\n' > want
same want out
wants 0 "$GOL" list -f '{{.ImportPath}} {{.Standard}}' all ./...
printf 'container/ring true\nexample.com/app false\nexample.com/lib false\nunicode/utf8 true\n' > want
same want out
wants 0 "$GOL" list -deps all
sort out > sorted
matches sorted '^container/ring$'
matches sorted '^example.com/lib$'
finish
