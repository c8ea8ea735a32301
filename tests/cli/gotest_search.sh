# gol test --fuzz and --check: a test fails under the schedule that makes it fail, and says which.
. "$ROOT/tests/cli/lib.sh"
export TMPDIR=$PWD
program a_test.go << 'END'
package a

import (
	"sync"
	"testing"
)

func TestSafe(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			n++
			mu.Unlock()
		}()
	}
	wg.Wait()
	if n != 3 {
		t.Errorf("n = %d", n)
	}
}

func TestLate(t *testing.T) {
	c := make(chan int, 2)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	if first := <-c; first != 1 {
		t.Errorf("first is %d", first)
	}
}

func TestLocks(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() {
		a.Lock()
		b.Lock()
		b.Unlock()
		a.Unlock()
		done <- true
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
	<-done
}
END
wants 0 "$GOL" test --fuzz 0 .
for flag in "--fuzz 1000" --check; do
    wants 0 "$GOL" test $flag -v -run TestSafe .
    matches out 'TestSafe: passed under (1000 schedules|all 6 executions)'
    wants 2 "$GOL" test $flag .
    matches out 'first is 2'
    matches out '^--- FAIL: TestLocks \(deadlock\)'
    matches out '2 of 3 tests failed'
    said
    matches said 'held by goroutine'
    # What it says brings the failure about again.
    sed -n 's/^replay: gol //p' said > commands
    [ "$(wc -l < commands)" = 2 ] || bad "not two replay commands: $(cat commands)"
    # The status: of a test that fails by its own word, as go test's; of a deadlock.
    for test in TestLate:1 TestLocks:2; do
        eval "wants ${test#*:} \"\$GOL\" $(grep "${test%:*}" commands)"
    done
done
# --predict: what the one execution says of others, tried out.
mkdir predicted
program predicted/p_test.go << 'END'
package p

import (
	"sync"
	"testing"
)

func TestHidden(t *testing.T) {
	var mu sync.Mutex
	x := 0
	done := make(chan bool)
	go func() { x = 1; mu.Lock(); mu.Unlock(); done <- true }()
	go func() { mu.Lock(); mu.Unlock(); x = 2; done <- true }()
	<-done
	<-done
	_ = x
}

func TestCycle(t *testing.T) {
	var a, b sync.Mutex
	done := make(chan bool)
	go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); done <- true }()
	go func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); done <- true }()
	<-done
	<-done
}

func TestFine(t *testing.T) {
	var mu sync.Mutex
	x, done := 0, make(chan bool)
	go func() { mu.Lock(); x++; mu.Unlock(); done <- true }()
	mu.Lock(); x++; mu.Unlock()
	<-done
}
END
wants 0 "$GOL" test --fuzz 0 ./predicted
wants 66 "$GOL" test --fuzz 0 --predict ./predicted
matches out '^--- FAIL: TestCycle \(deadlock\)'
matches out '^--- FAIL: TestHidden'
matches out '2 of 3 tests failed'
said
matches said '^race: write after write'
sed -n 's/^replay: gol //p' said > commands
[ "$(wc -l < commands)" = 2 ] || bad "not two replay commands: $(cat commands)"
status=66
while read -r command; do
    eval "wants $status \"\$GOL\" $command"
    status=2
done < commands
wants 0 "$GOL" test --fuzz 0 --predict -run Fine ./predicted
[ -z "$(ls "${TMPDIR:-/tmp}"/gol-test-*.trace 2> /dev/null)" ] || bad "a recording is left"
wants 1 "$GOL" test --fuzz 10 --check .
wants 1 "$GOL" test --check --engine nonsense .
finish
