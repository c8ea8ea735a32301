# gol vet --confirm: what is open is tried out.
. "$ROOT/tests/cli/lib.sh"

program flag.gol << 'END'
var s atomic.Int32
x, y := 0, 0
go func() { x = 1; s.Store(1); y = 1 }()
if s.Load()*2 == 2 {
	x = 2
}
y = 2
END
wants 66 "$GOL" vet --digests tid,past flag.gol
matches out '^2 pairs of accesses: 1 must race, 1 may race \([0-9]+ proven\)$'

# The one is shown by a schedule that repeats it, the other by none of all.
wants 66 "$GOL" vet --confirm flag.gol
matches out '^error: race on y$'
matches out '^warning: may race with other input on x$'
matches out '^  none of all [0-9]+ executions with this input has the race$'
matches out '^2 pairs of accesses: 1 race, 1 race with no schedule of this input \('
repeats=$(sed -n 's/^replay: gol/"$GOL"/p' out)
wants 66 sh -c "GOL='$GOL'; $repeats"
matches err '^race: .* on y '
wants 66 "$GOL" vet --confirm --json flag.gol
matches out '"level":"confirmed".*"replay":"gol run --schedule '
matches out '"level":"confirmed".*"confirm":\{"status":"confirmed","executions":[0-9]+,"schedule":"[0-9^.]+"\}'
matches out '"level":"refuted".*"confirm":\{"status":"refuted","executions":[1-9][0-9]*\}'
matches out '"open":2,"refuted":1,"may":0,"must":0,"confirmed":1,'

# Only what no schedule shows: open still, for other input may show it.
sed 's/; y = 1 }/ }/' flag.gol > safe.gol
wants 3 "$GOL" vet --confirm safe.gol
matches out '^1 pair of accesses: 1 race with no schedule of this input \('

# A search that ends early refutes nothing.
sed '1i\
import "time"
s/^y = 2/time.Now()\n&/' safe.gol > timer.gol
wants 3 "$GOL" vet --confirm --time 200ms timer.gol
matches out '^1 pair of accesses: 1 may race \('
matches out '^  none of [0-9]+ executions has the race; they were not all: a clock that moves only with timers'
wants 3 "$GOL" vet --confirm --time 200ms --json timer.gol
matches out '"confirm":\{"status":"open","executions":[1-9][0-9]*,"reason":"a clock '
wants 3 "$GOL" vet --json timer.gol
lacks out '"confirm":\{'

# Of a test it is the command that runs that test.
mkdir store
printf 'module store\n\ngo 1.22\n' > store/go.mod
cat > store/store_test.go << 'END'
package store

import "testing"

func TestNone(t *testing.T) {}

func TestPair(t *testing.T) {
	x, done := 0, make(chan bool)
	go func() { x = 1; done <- true }()
	x = 2
	<-done
	println(x)
}
END
wants 66 "$GOL" vet --confirm store
repeats=$(sed -n 's/^replay: gol/"$GOL"/p' out)
wants 66 sh -c "GOL='$GOL'; $repeats"
matches out "replay: gol test -run '\^TestPair\\$'"
finish
