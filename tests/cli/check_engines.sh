# Each program of tests/check/engines has as many findings as its comment says, under each engine, or
# those that its comment names, with the flags there: of racy programs `states` does not see all races. `// complete`:
# it says that there is no other execution or state. Under make stress time slices end everywhere, which
# is a bound of reduced.
. "$ROOT/tests/cli/lib.sh"
all='all [0-9]+|the only'
case $GOL in *stress*) all="$all|[0-9]+ executions? within the next goroutine first" ;; esac

for program in "$ROOT"/tests/check/engines/*.gol; do
    count=$(sed -n 's|^// findings: ||p' "$program")
    engines=$(sed -n 's|^// engines: ||p' "$program")
    flags=$(sed -n 's|^// flags: ||p' "$program")
    for engine in ${engines:-dpor reduced states}; do
        timeout -k 2 120 "$GOL" check $flags --engine $engine "$program" > out 2> err
        grep -q "^$count findings* in " err ||
            bad "${program##*/}: $engine: $count findings expected: $(tail -n 1 err)"
        ! grep -q '^// complete$' "$program" || matches err "^[0-9]+ findings? in ($all)"
    done
done

# synctest.Wait looks whether others are blocked: the default is an engine under which they are.
mkdir bubble
cat > bubble/bubble_test.go << 'END'
package bubble

import (
	"testing"
	"testing/synctest"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() { x = 1 }()
		synctest.Wait()
		if x != 1 {
			t.Fatal("not waited for")
		}
	})
}
END
wants 0 "$GOL" test --check --time 100s -v bubble
matches out 'TestWait: passed under 1 execution within the next goroutine first at Gosched'

# Time passes in a bubble when nothing else can happen, under each engine.
mkdir asleep
cat > asleep/asleep_test.go << 'END'
package asleep

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Hour) })
}
END
for engine in dpor reduced states; do
    wants 0 "$GOL" test --check --time 100s --engine $engine -v asleep
    matches out "TestSleep: passed under ($all)"
done
finish
