# -coverpkg: what counts are the statements of the packages asked for that some test is linked with, not
# only of those that the tests of a package import; as go test has it.
. "$ROOT/tests/cli/lib.sh"
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
mkdir a b c d
printf 'package a\n\nfunc F() int { return 1 }\n' > a/a.go
printf 'package a\n\nimport "testing"\n\nfunc TestF(t *testing.T) { F() }\n' > a/a_test.go
printf 'package b\n\nimport "example.com/m/c"\n\nfunc G() int { return c.H() }\n' > b/b.go
printf 'package b_test\n\nimport (\n\t"testing"\n\n\t"example.com/m/b"\n)\n\nfunc TestG(t *testing.T) { b.G() }\n' > b/b_test.go
printf 'package c\n\nfunc H() int { return 2 }\nfunc I() int { return 3 }\n' > c/c.go
printf 'package main\n\nfunc main() {\n\tprintln(1)\n}\n' > d/main.go
wants 0 "$GOL" test -coverpkg=./... ./a
matches out '^ok  	example.com/m/a	.*	coverage: 100.0% of statements in ./...$'
wants 0 "$GOL" test -coverpkg=./... ./a ./b
matches out '^ok  	example.com/m/a	.*	coverage: 25.0% of statements in ./...$'
matches out '^ok  	example.com/m/b	.*	coverage: 50.0% of statements in ./...$'
wants 0 "$GOL" test -coverpkg=./... -coverprofile p ./...
matches out '^ok  	example.com/m/a	.*	coverage: 20.0% of statements in ./...$'
[ "$(grep -c '^example.com/m/d/main.go:4.*1 0$' p)" = 2 ] || bad 'the program does not count in both profiles'
wants 0 "$GOL" test -coverpkg=./c,./a ./a ./b
matches out '^ok  	example.com/m/b	.*	coverage: 33.3% of statements in ./c,./a$'
# shown where what a passing test prints is
wants 0 "$GOL" test -shuffle 3 ./a
lacks out shuffle
wants 0 "$GOL" test -shuffle 3 -v ./a
matches out '^-test.shuffle 3$'
wants 0 "$GOL" test -shuffle 3 -json ./a
[ "$(grep -vc '^{' out)" = 0 ] || bad 'a line is no JSON'
finish
