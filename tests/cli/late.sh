# Goroutines that are slow: timers that fire while somebody could go on (--late).
. "$ROOT/tests/cli/lib.sh"

# Whoever works could be too slow for a timeout of 50 ms, and of a minute, but that is a watchdog.
timeout_program()
{
    cat > "$1" << END
result := make(chan int)
go func() { result <- 42 }()
select {
case <-result:
case <-time.After($2): panic("too late")
}
END
}
timeout_program soon.gol '50 * time.Millisecond'
timeout_program watchdog.gol time.Minute

wants 2 "$GOL" fuzz -j1 --schedules 100 soon.gol
matches err 'panic: too late'
matches err '^replay: gol run --schedule [0-9^.]*[nN][0-9^.]* soon.gol$'
matches err '^time    it needs goroutines that are slow, by 50ms in all$'
for command in 'fuzz -j1 --schedules 100' check; do
    # shellcheck disable=SC2086
    wants 2 "$GOL" $command --json soon.gol
    matches out '^\{"type":"slow","nanoseconds":50000000\}$'
done
wants 2 "$GOL" fuzz -j1 --schedules 100 soon.gol
eval "set -- $(sed -n 's/^replay: gol //p' err)"
wants 2 "$GOL" "$@"
wants 0 "$GOL" fuzz -j1 --schedules 100 --late 0 soon.gol
wants 0 "$GOL" fuzz -j1 --schedules 100 --late 49ms soon.gol
wants 2 "$GOL" fuzz -j1 --schedules 1000 watchdog.gol
matches err '^time    it needs goroutines that are slow, by 60s in all$'
wants 0 "$GOL" fuzz -j1 --schedules 1000 --late 100ms watchdog.gol
wants 2 "$GOL" fuzz -j1 --schedules 100 --late 1m watchdog.gol

for engine in dpor reduced all; do
    for program in soon watchdog; do
        wants 2 "$GOL" check --engine $engine $program.gol
        matches err '^1 finding in (all [0-9]+ executions|[0-9]+ executions within the next goroutine first)'
        matches err '^time    it needs goroutines that are slow, by (50ms|60s) in all$'
        eval "set -- $(sed -n 's/^replay: gol //p' err)"
        wants 2 "$GOL" "$@"
        shift
        wants 2 "$GOL" run --explain "$@"
    done
done
for engine in reduced all; do
    wants 0 "$GOL" check --late 0 --engine $engine soon.gol
    matches err 'within .*at most 0 ms of time passing while a goroutine can run'
    wants 2 "$GOL" check --late 50ms --engine $engine soon.gol
    matches err '^1 finding in [0-9]+ executions within .*at most 50 ms of time passing while a goroutine can run'
    wants 0 "$GOL" check --late 49ms --engine $engine soon.gol
done
wants 2 "$GOL" check --late 50ms soon.gol
wants 1 "$GOL" check --late 50ms --engine dpor soon.gol
matches err '--late has no meaning for the engine dpor'

# Slow goroutines do not become rarer the longer a search takes.
program often.gol << 'END'
late := 0
for i := 0; i < 6; i++ {
	result := make(chan int, 1)
	go func() { result <- i }()
	select {
	case <-result:
	case <-time.After(time.Millisecond): late++
	}
}
END
wants 0 "$GOL" fuzz -j1 --schedules 2000 often.gol
matches err ', [0-9]{3,} partial orders, nothing found'

# What the clock says is not explored.
cat > since.gol << 'END'
begin := time.Now()
go func() {}()
if time.Since(begin) > time.Second {
	panic("slow")
}
END
wants 0 "$GOL" check since.gol
matches err ' within a clock that moves only with timers '

# A ticker has no end, but the time has.
cat > ticker.gol << 'END'
tick, quit := time.NewTicker(time.Millisecond), make(chan bool)
go func() { close(quit) }()
for going := true; going; {
	select {
	case <-tick.C:
	case <-quit: going = false
	}
}
END
wants 0 "$GOL" check --late 3ms ticker.gol
matches err 'no panic in [0-9]+ executions within .*at most 3 ms'

# In a bubble of synctest time waits for all, as it does in Go.
mkdir bubble
cat > bubble/bubble_test.go << 'END'
package bubble

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		result := make(chan int)
		go func() { result <- 42 }()
		select {
		case <-result:
		case <-time.After(time.Millisecond):
			t.Fatal("too late")
		}
	})
}
END
wants 0 "$GOL" test --fuzz 200 bubble
sed -i 's/synctest.Test(t, func(t \*testing.T) {/func() {/; s/^	})/	}()/; /synctest/d' bubble/bubble_test.go
wants 2 "$GOL" test --fuzz 200 bubble
wants 0 "$GOL" test --fuzz 200 --late 0 bubble

# A goroutine that an engine has stopped before an operation that cannot be done waits: the time
# that passes then counts against a test's timeout.
rm -rf ./*
program a_test.go << 'END'
package a

import (
	"sync/atomic"
	"testing"
	"time"
)

// In one order of the two it sleeps for longer than it may, and nothing else can go on meanwhile.
func TestWaits(t *testing.T) {
	var first atomic.Int32
	c, over := make(chan int), make(chan bool, 2)
	go func() { first.CompareAndSwap(0, 1); over <- true }()
	go func() { first.CompareAndSwap(0, 2); over <- true }()
	go func() { <-c }()
	<-over
	<-over
	if first.Load() == 2 {
		time.Sleep(2 * time.Second)
	}
	close(c)
}

// Here a goroutine could go on: it is only slow.
func TestSlow(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	case <-time.After(2 * time.Second):
		<-c
	}
}
END
printf 'module a\n\ngo 1.23\n' > go.mod
for engine in dpor reduced; do
    wants 1 "$GOL" test --check --engine $engine -timeout 1s .
    matches out '^--- FAIL: TestWaits \(timeout\)$'
    lacks out '^--- FAIL: TestSlow'
    said
    replay=$(sed -n 's/^replay: gol //p' said)
    wants 1 sh -c "$GOL $replay"
    matches out '^--- FAIL: TestWaits \(timeout\)$'
done

# A goroutine that asks before a step of two words (here in Cond.Wait) is in no loop without a way out.
program cond.gol << 'END'
var mu sync.Mutex
cond := sync.NewCond(&mu)
ready := false
go func() {
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
}()
timer := time.NewTimer(time.Millisecond)
select {
case <-timer.C:
case <-time.After(time.Second):
}
mu.Lock()
ready = true
cond.Signal()
mu.Unlock()
END
wants 0 "$GOL" fuzz -j1 --schedules 300 cond.gol

# A test whose own timeout of seconds is over says little: what needs no such slowness is reported
# where there is something, here an update that is lost.
mkdir slow
cat > slow/go.mod << 'END'
module slow

go 1.19
END
slow_test()
{
    cat > slow/slow_test.go << END
package slow

import (
	"sync/atomic"
	"testing"
	"time"
)

func TestSlow(t *testing.T) {
	var n, rounds int32
	done := make(chan bool, 2)
	for i := 0; i < 2; i++ {
		go func() {
			for j := 0; j < 3; j++ {
				$1
				atomic.AddInt32(&rounds, 1)
			}
			done <- true
		}()
	}
	for i := 0; i < 2; i++ {
		select {
		case <-done:
		case <-time.After(2 * time.Second):
			t.Fatal("timeout")
		}
	}
	if n := atomic.LoadInt32(&n); n < 4 {
		t.Fatal("lost", n)
	}
}
END
}
for jobs in 1 2; do
    slow_test 'atomic.StoreInt32(&n, atomic.LoadInt32(&n)+1)'
    wants 1 "$GOL" test -C slow --fuzz 4000 -j $jobs
    matches out 'lost [123]'
    lacks out 'timeout|it needs goroutines that are slow'
    slow_test 'atomic.AddInt32(&n, 1)'
    wants 1 "$GOL" test -C slow --fuzz 200 -j $jobs
    matches out 'timeout'
    matches out '^    time    it needs goroutines that are slow, by 2s in all$'
    eval "set -- $(sed -n 's/^ *replay: gol test //p' out)"
    wants 1 "$GOL" test -C slow "$@"
    wants 0 "$GOL" test -C slow --fuzz 200 --late 1s -j $jobs
done
finish
