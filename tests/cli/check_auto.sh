# gol check --engine auto, the default: dpor and states by turns, fuzz beside them.
. "$ROOT/tests/cli/lib.sh"

# Many orders of few states: dpor does not end within this time, states does.
program many.gol << 'END'
var x atomic.Int64
var wg sync.WaitGroup
for range 5 {
	wg.Add(1)
	go func() {
		for range 5 { if x.Add(1) == 0 { panic("none") } }
		wg.Done()
	}()
}
wg.Wait()
if x.Load() != 25 { panic("lost an addition") }
END
wants 0 timeout 50 "$GOL" check --json many.gol
matches out '"states":[0-9]+,.*"engine":"states","complete":true,"bounds":\[\],"status":0'

# States without end, but one order: dpor proves it in its first turn, and the others never begin.
program primes.gol << 'END'
c := make(chan int)
go func() { for i := 2; i < 20; i++ { c <- i }; close(c) }()
sum := 0
for v := range c { sum += v }
println(sum)
END
wants 0 "$GOL" check --json primes.gol
matches out '"executions":1,"schedules":1,.*"engine":"dpor","complete":true'
wants 0 "$GOL" check primes.gol
matches err 'in the only execution \(1 schedule, [0-9.]+ s; engine dpor\)'

# A bug in a program that neither engine gets to the end of, and that both meet late: the sampler
# shows it soon, and the same each time.
program deep.gol << 'END'
var wg sync.WaitGroup
var mu [6]sync.Mutex
var first, last atomic.Int64
for i := range 6 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		if first.CompareAndSwap(0, int64(i+1)) && i == 3 { panic("3 was first") }
		for j := range 6 {
			mu[j].Lock()
			last.Store(last.Load()*7 + int64(i))
			mu[j].Unlock()
		}
	}()
}
wg.Wait()
END
for round in 1 2; do
    wants 2 timeout 50 "$GOL" check --first deep.gol
    # how far it has got is shown every second, on a busy machine more often
    sed '/^[0-9]* schedules, [0-9]* executions, dpor: /d; s/[0-9.]* s; engine/s; engine/' err > round$round
done
same round1 round2
eval "set -- $(sed -n 's/^replay: gol //p' err | head -n 1)"
wants 2 "$GOL" "$@"
matches err '3 was first'

# All findings of all engines, each once.
racy_program
wants 66 "$GOL" check --json racy.gol
cp out auto.out
wants 66 "$GOL" check --engine dpor --json racy.gol
for type in race panic deadlock; do
    [ "$(grep -c "\"type\":\"$type\"" auto.out)" = "$(grep -c "\"type\":\"$type\"" out)" ] ||
        bad "auto and dpor differ in findings of type $type"
done

# What one engine does not see is found by the other, which is the one that proves then.
cp "$ROOT/tests/check/engines/lock_cycle_panic.gol" cycle.gol
wants 2 "$GOL" check --json cycle.gol
matches out '"engine":"dpor","complete":true'

# Bounds that it has not choose the engine that has them; asked for with it, they are an error.
wants 0 "$GOL" check --preemptions 2 --json primes.gol
matches out '"engine":"reduced"'
wants 0 "$GOL" check --compact --json primes.gol
matches out '"engine":"states"'
wants 1 "$GOL" check --engine auto --preemptions 2 primes.gol
matches err '--preemptions has no meaning for the engine auto'

# Without a verdict when the time is up, it says so.
wants 3 timeout 20 "$GOL" check --time 300ms --json "$ROOT/bench/check/safestack.gol"
matches out '"engine":"dpor","complete":false,"bounds":\["the time: more were left"\]'

# gol test --check is the same search.
program a_test.go << 'END'
package a

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestMany(t *testing.T) {
	var x atomic.Int64
	var wg sync.WaitGroup
	for range 5 {
		wg.Add(1)
		go func() {
			for range 4 {
				if x.Add(1) == 0 { panic("none") }
			}
			wg.Done()
		}()
	}
	wg.Wait()
}
END
wants 0 timeout 50 "$GOL" test --check --time 40s a_test.go
matches out 'TestMany: passed under all [0-9]+ states'
finish
