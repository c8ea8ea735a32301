# gol test -count: rounds of all tests, as the go command's; examples once, each benchmark at once.
. "$ROOT/tests/cli/lib.sh"
program a_test.go << 'END'
package a

import (
	"fmt"
	"os"
	"testing"
)

func BenchmarkX(b *testing.B) {}
func BenchmarkY(b *testing.B) {}

func Example() {
	fmt.Println("a")
	// Output: a
}

func FuzzF(f *testing.F) { f.Add(1); f.Fuzz(func(t *testing.T, i int) {}) }
func TestA(t *testing.T) {}
func TestB(t *testing.T) {
	if os.Getenv("FAILS") != "" {
		t.Fail()
	}
}
END
# names: the tests that ran, in the order of their ends.
names()
{
    sed -En -e 's/^--- [A-Z]+: ([A-Za-z]+) .*/\1/p' -e 's/^(Benchmark[XY]) .*/\1/p' out |
        tr '\n' ' ' > names
}
printf 'TestA TestB TestA TestB FuzzF FuzzF Example BenchmarkX BenchmarkX BenchmarkY BenchmarkY ' > want
wants 0 "$GOL" test -v -count 2 -bench . -benchtime 1x .
names
same want names
FAILS=1 wants 1 "$GOL" test -v -count 2 -failfast .
names
printf 'TestA TestB ' > want
same want names
wants 0 "$GOL" test -count 2 -list . .
printf 'TestA\nTestB\nBenchmarkX\nBenchmarkY\nFuzzF\nExample\n' > want
head -n 6 out > listed
same want listed
finish
