# A test that fails alone, since it counts on what an earlier test has left in a variable, passes as
# with the go command, where all run in one process; that is said. One that fails there too fails.
. "$ROOT/tests/cli/lib.sh"
mkdir pkg
cat > pkg/a_test.go << 'END'
package pkg

import (
	"fmt"
	"sync"
	"testing"
)

var opened string

func TestOpen(t *testing.T) {
	opened = "first"
	fmt.Println("printed by TestOpen")
}

func TestUse(t *testing.T) {
	t.Run("sub", func(t *testing.T) {
		fmt.Println("printed by sub")
		if opened != "first" {
			t.Error("opened:", opened)
		}
	})
}

func TestPanics(t *testing.T) { _ = opened[0] }

func TestFails(t *testing.T) {
	if opened != "second" {
		t.Error("opened:", opened)
	}
}

// Whether it fails depends on the schedule, alone as after the others, where another one happens to
// be first.
func TestOrder(t *testing.T) {
	first := make(chan int, 2)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			first <- i
		}(i)
	}
	wg.Wait()
	if <-first == 0 && opened == "" {
		t.Error("the first came first")
	}
}

func Example_opened() {
	fmt.Println("opened", opened)
	// Output: opened first
}

func Example_nothing() {
	fmt.Println("nothing")
	// Output: something
}
END
cd pkg || exit 1
wants 1 "$GOL" test -v .
for name in TestOpen TestUse TestPanics Example_opened; do
    matches out "^--- PASS: $name \\("
    lacks out "^--- FAIL: $name"
done
for name in TestFails TestOrder Example_nothing; do
    matches out "^--- FAIL: $name \\("
done
matches out '^    TestUse: passed after the other tests; alone it fails$'
lacks out 'TestOpen: passed after'
[ "$(grep -c 'printed by sub' out)" = 1 ] || bad "TestUse printed more than once"
[ "$(grep -c 'printed by TestOpen' out)" = 1 ] || bad "TestOpen printed more than once"
matches out '3 of 7 tests failed'

# In the line of the package; alone, or where an execution of its own is asked for, it fails.
wants 0 "$GOL" test -run 'Test(Open|Use)|opened' .
matches out '3 tests, 2 only after others$'
wants 0 "$GOL" test --json -run 'Test(Open|Use)' .
matches out '"Action":"pass",.*"Test":"TestUse"'
wants 1 "$GOL" test -run TestUse .
wants 1 "$GOL" test --fuzz 5 -run 'Test(Open|Use)' .
wants 1 "$GOL" test --seed 1 -run 'Test(Open|Use)' .
finish
