# What precedes the benchmarks of each package says where they ran, as the go command does for tools that
# compare results; -fuzz is for one package.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/a m/b && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
for package in a b; do
    program $package/x_test.go << END
package $package

import "testing"

func TestNothing(t *testing.T) {}

func BenchmarkOne(b *testing.B) {
	for i := 0; i < b.N; i++ {
	}
}

func BenchmarkTwo(b *testing.B) {
	for i := 0; i < b.N; i++ {
	}
}

func FuzzIt(f *testing.F) {
	f.Fuzz(func(t *testing.T, n int) {})
}
END
done
wants 0 "$GOL" test -run none -bench . -benchtime 2x ./...
grep -v 'ok\|PASS' out | sed 's/	.*//; s/ *$//' > got
for package in a b; do
    printf 'goos: linux\ngoarch: amd64\npkg: example.com/m/%s\nBenchmarkOne\nBenchmarkTwo\n' $package
done > want
same want got
wants 0 "$GOL" test ./a
lacks out goos
wants 0 "$GOL" test -list . -bench . ./a
lacks out goos
wants 0 "$GOL" test -json -run none -bench One -benchtime 2x ./a
matches out '"Output":"pkg: example.com/m/a\\n"'

wants 1 "$GOL" test -fuzz Fuzz ./...
matches err '^gol test: cannot use -fuzz flag with multiple packages$'
lacks out FuzzIt
wants 0 "$GOL" test -fuzz Fuzz -fuzztime 10x ./a
wants 0 "$GOL" test --fuzz 3 ./...
finish
