# A pattern means no package of whose files the build's tags take none, as a folder of tests for -tags
# integration; and gol test compiles packages that have no tests, as the go command does.
. "$ROOT/tests/cli/lib.sh"
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
mkdir lib more windows
printf 'package lib\n\nfunc F() int { return 1 }\n' > lib/lib.go
printf '//go:build integration\n\npackage more\n\nimport "testing"\n\nfunc TestI(t *testing.T) {}\n' > more/i_test.go
printf 'package windows\n' > windows/w_windows.go
wants 0 "$GOL" list ./...
echo example.com/m/lib > want
same want out
wants 0 "$GOL" list -tags integration ./...
printf 'example.com/m/lib\nexample.com/m/more\n' > want
same want out
wants 0 "$GOL" build ./...
wants 0 "$GOL" vet ./...
lacks out more
wants 0 "$GOL" test ./...
lacks out more
wants 0 "$GOL" test -tags integration ./...
matches out '^ok  	example.com/m/more	'
wants 0 "$GOL" test ./lib ./more # what is named is looked at
matches out '^ok  	example.com/m/more	.*\[no tests to run\]$'

echo 'func G() int { return "" }' >> lib/lib.go
wants 1 "$GOL" test -tags integration ./...
matches out '^FAIL	example.com/m/lib \[build failed\]$'
matches out '^ok  	example.com/m/more	'
matches err '^lib/lib.go:4:23: error: '
wants 1 "$GOL" test -json ./lib
matches out '^\{"Action":"output","Package":"example.com/m/lib","Output":"FAIL\\texample.com/m/lib \[build failed\]\\n"\}$'
matches out '^\{"Action":"fail","Package":"example.com/m/lib","Elapsed":0\}$'
finish
