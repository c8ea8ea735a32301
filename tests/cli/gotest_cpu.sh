# gol test -cpu: each test once for each number, which GOMAXPROCS is then, as the go command has it;
# examples once, benchmarks under the names that say it.
. "$ROOT/tests/cli/lib.sh"
program a_test.go << 'END'
package a

import (
	"fmt"
	"runtime"
	"testing"
)

func TestA(t *testing.T) { t.Log("A", runtime.GOMAXPROCS(0)) }
func TestB(t *testing.T) {
	if runtime.GOMAXPROCS(0) == 3 {
		t.Fatal("three")
	}
}

func FuzzF(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, i int) { t.Log("F", runtime.GOMAXPROCS(0)) })
}

func Example() {
	fmt.Println("a")
	// Output: a
}

func BenchmarkX(b *testing.B) { b.Run("sub", func(b *testing.B) {}) }
func BenchmarkY(b *testing.B) {}
END
lines() { sed -En 's/^(=== RUN +(Test|Example)[A-Z]?|.*: [AF] [0-9]|Benchmark[^ ]*).*/\1/p' out | sed -E 's/.*(Test|Example|[AF] )/\1/' > got; }
wants 0 "$GOL" test -v -cpu 1,2 -count 2 -bench . -benchtime 1x .
lines
{
    for n in 1 1 2 2; do printf 'TestA\nA %s\nTestB\n' $n; done
    printf 'F 1\nF 1\nF 2\nF 2\nExample\n'
    printf 'BenchmarkX/sub\nBenchmarkX/sub\nBenchmarkX/sub-2\nBenchmarkX/sub-2\n'
    printf 'BenchmarkY\nBenchmarkY\nBenchmarkY-2\nBenchmarkY-2\n'
} > want
same want got
# without the flag, or with an empty list: the four of every program
wants 0 "$GOL" test -v -cpu= -run TestA .
matches out ': A 4$'
wants 1 "$GOL" test -cpu 1,3,2 -run TestB .
matches out '^FAIL	.*1 of 3 tests failed$'
wants 0 "$GOL" test -cpu 2 -list . .
for list in 0 x 2,-1 1,2x; do
    wants 1 "$GOL" test -cpu $list .
    matches err "^testing: invalid value \"${list##*,}\" for -test.cpu$"
done
# an executable of tests has the flag, too
wants 0 "$GOL" test -c -o a.test .
wants 0 ./a.test -test.cpu 1,2 -test.run TestA -test.v
[ "$(grep -c '^--- PASS: TestA' out)" = 2 ] || bad "$(cat out)"
finish
