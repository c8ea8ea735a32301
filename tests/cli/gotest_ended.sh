# gol test: a goroutine that outlives its test and still logs or fails. In Go that is a panic once the
# top-level test has ended, too; a schedule that is late enough shows it.
. "$ROOT/tests/cli/lib.sh"

program log_test.go << 'END'
package late

import (
	"sync"
	"testing"
)

func forgotten(t *testing.T, use func(t *testing.T)) {
	started := make(chan bool)
	go func() {
		started <- true
		use(t)
	}()
	<-started
}

func TestLog(t *testing.T)  { forgotten(t, func(t *testing.T) { t.Logf("said") }) }
func TestFail(t *testing.T) { forgotten(t, func(t *testing.T) { t.Fail() }) }

func TestSub(t *testing.T) {
	t.Run("inner", func(t *testing.T) {
		t.Run("innermost", func(t *testing.T) { forgotten(t, func(t *testing.T) { t.Log("said") }) })
	})
}

// The goroutine is waited for after the subtest's end: its line belongs to TestWaited.
func TestWaited(t *testing.T) {
	var wg sync.WaitGroup
	again := make(chan bool)
	t.Run("inner", func(t *testing.T) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-again
			t.Log("after inner")
		}()
	})
	close(again)
	wg.Wait()
}

func TestJoined(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			done := make(chan bool)
			go func() {
				t.Log(name)
				done <- true
			}()
			<-done
		})
	}
}
END
rm -f main_test.go

wants 1 "$GOL" test --fuzz 500 -run 'Log|Fail|Sub' .
matches out '^    panic: Log in goroutine after TestLog has completed: log_test.go:19: said$'
matches out '^    panic: Fail in goroutine after TestFail has completed$'
matches out '^    panic: Log in goroutine after TestSub/inner/innermost has completed: log_test.go:24: said$'
wants 0 "$GOL" test --check -v -run 'Waited|Joined' .
matches out 'log_test.go:38: after inner'

# Nor is the end of a test a race with what its goroutines have logged before.
mkdir joined
sed -n '1,/^)/p; /^func TestJoined/,/^}/p' log_test.go | grep -v '"sync"' > joined/joined_test.go
wants 0 "$GOL" vet --checks race ./joined
matches out '^race-free for all inputs and schedules'
