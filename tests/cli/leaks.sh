# Goroutines that are left blocked: in main programs and in tests, with tickers and TestMain.
. "$ROOT/tests/cli/lib.sh"

# A ticker that nothing reads is no reason to wait, a goroutine that sleeps is.
program ticker.gol << 'END'
t := time.NewTicker(time.Millisecond)
go func() { time.Sleep(time.Minute); c := make(chan int); c <- 1 }()
fmt.Println(t != nil)
END
wants 2 timeout 20 "$GOL" run --leaks ticker.gol
matches err 'leak: .*\(chan send\) at ticker.gol:2'
wants 0 timeout 20 "$GOL" run ticker.gol
wants 2 timeout 20 "$GOL" fuzz -j 1 --schedules 20 --leaks ticker.gol

mkdir pkg
cat > pkg/a_test.go << 'END'
package pkg

import (
	"sync"
	"testing"
	"time"
)

func TestLocksTwice(t *testing.T) {
	var mu sync.Mutex
	go func() { mu.Lock(); mu.Lock() }()
	time.Sleep(time.Millisecond)
}

func TestSends(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
}

func TestReceives(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}
END
wants 2 "$GOL" test -v pkg
matches err 'lock cycle: .*\(sync.Mutex.Lock\) at .*a_test.go:11'
matches out '^--- PASS: TestSends'
for search in "" "--fuzz 5" "--check"; do
    # shellcheck disable=SC2086 # several words
    wants 2 "$GOL" test --leaks $search -v pkg
    matches out '^--- FAIL: TestLocksTwice'
    matches out '^--- PASS: TestReceives'
    matches out '^--- FAIL: TestSends'
    matches err 'leak: .*\(chan send\) at .*a_test.go:17'
done

# The same with a TestMain that exits as most do.
cat > pkg/main_test.go << 'END'
package pkg

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }
END
wants 2 "$GOL" test --leaks -v pkg
matches out '^--- FAIL: TestLocksTwice'
matches out '^--- PASS: TestReceives'
finish
