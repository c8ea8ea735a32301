# A pattern may begin above the module: it means the packages of all modules of the workspace that lie there.
. "$ROOT/tests/cli/lib.sh"
mkdir -p app/cmd lib other
printf 'go 1.21\nuse (\n\t./app\n\t./lib\n\t./other\n)\n' > go.work
printf 'module example.com/app\n' > app/go.mod
printf 'module example.com/lib\n' > lib/go.mod
printf 'module example.org/other\n' > other/go.mod
printf 'package main\n\nfunc main() {}\n' > app/cmd/main.go
printf 'package lib\n' > lib/lib.go
printf 'package lib\n\nimport "testing"\n\nfunc TestX(t *testing.T) {}\n' > lib/lib_test.go
printf 'package other\n' > other/other.go
cd app || exit 1
wants 0 "$GOL" list example.com/...
printf 'example.com/app/cmd\nexample.com/lib\n' > want
same want out
wants 0 "$GOL" test example.com/...
matches out '^\?   	example.com/app/cmd	'
matches out '^ok  	example.com/lib	'
lacks out example.org
wants 1 "$GOL" list example.co/...
matches err '^gol list: example.co/... matches no packages$'
finish
