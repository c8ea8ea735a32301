# --facts: accesses that gol vet proves are watched no longer, and nothing else changes.
. "$ROOT/tests/cli/lib.sh"

# Of the accesses to x and y those to x are proven, those to y race.
program some.gol << 'END'
x, y := 0, 0
xs := make([]int, 10)
done := make(chan bool)
go func() {
	for i := range xs {
		xs[i] = i
		x += xs[i]
	}
	y = 1
	done <- true
}()
y = 2
<-done
fmt.Println(x, xs[3])
END
wants 66 "$GOL" vet some.gol
matches out '^1 pair of accesses: 1 must race \('

# Under a seed there are choices before tracked accesses only.
wants 66 "$GOL" run --seed 3 --save-schedule all.schedule some.gol
wants 66 "$GOL" run --seed 3 --save-schedule some.schedule --facts some.gol
matches some.schedule '^facts [0-9a-f]{16}$'
lacks all.schedule '^facts'
choices() { grep -aoE '^order|g[0-9]+:[^ ]*' "$1" | wc -l; }
[ "$(choices some.schedule)" -lt "$(choices all.schedule)" ] || bad "as many choices with facts"

# A schedule is replayed under the facts that it states.
wants 66 "$GOL" run --schedule some.schedule some.gol
mv err stated
wants 66 "$GOL" run --facts --schedule some.schedule some.gol
sed 's/ --facts//' err > given
same stated given
wants 1 "$GOL" run --facts --schedule all.schedule some.gol
matches err 'schedule all.schedule: it was recorded without --facts$'
sed 's/^facts ./facts x/; s/^facts x/facts 0/' some.schedule > other.schedule
sed -i 's/^facts 0/facts 1/' other.schedule
cmp -s some.schedule other.schedule && sed -i 's/^facts 1/facts 2/' other.schedule
wants 1 "$GOL" run --schedule other.schedule some.gol
matches err 'schedule other.schedule: it was recorded under other facts of the program$'

# What a search finds is replayed under them, too.
for search in 'fuzz -j 1 --schedules 20' 'fuzz -j 2 --schedules 20' check; do
	# shellcheck disable=SC2086 # a command and its flags
	wants 66 "$GOL" $search --facts some.gol
	matches err '^race: .* on y '
	repeats=$(cat out err | sed -n 's/^replay: gol/"$GOL"/p' | head -n 1)
	case $repeats in *' --facts '*) ;; *) bad "no --facts in: $repeats" ;; esac
	wants 66 sh -c "GOL='$GOL'; $repeats"
	matches err '^race: .* on y '
done

# Whoever wants to see all accesses sees them: traces, steps, states, a detector of locksets.
wants 66 "$GOL" run --trace all.trace some.gol
wants 66 "$GOL" run --facts --trace facts.trace some.gol
for trace in all facts; do
	"$GOL" predict --dump $trace.trace > $trace.dump
done
matches all.dump 'xs\[i\]|some.gol:7'
same all.dump facts.dump
for flags in --explain --state '--state-at some.gol:10' '--detector lockset' '--detector tsan' \
	'--explain --jit all'; do
	# shellcheck disable=SC2086
	"$GOL" run $flags some.gol 2> all.err
	# shellcheck disable=SC2086
	"$GOL" run $flags --facts some.gol 2> err
	sed 's/ --facts//' err > facts.err
	matches all.err 'some.gol'
	same all.err facts.err
done

# The engines of check need fewer executions, and agree.
program flags.gol << 'END'
var mu sync.Mutex
n, x := 0, 0
done := make(chan bool)
work := func() {
	mu.Lock()
	n++
	mu.Unlock()
	x++
	done <- true
}
go work()
go work()
<-done
<-done
fmt.Println(n)
END
for engine in dpor reduced states; do
	for facts in '' --facts; do
		# shellcheck disable=SC2086
		wants 66 "$GOL" check --json --engine $engine $facts flags.gol
		grep -ao '"access":{[^}]*}' out | sed 's/"label":[0-9]*//' | sort -u > "$engine$facts.found"
		grep -ao '"schedules":[0-9]*' out | grep -o '[0-9]*$' > "$engine$facts.count"
	done
	same $engine.found $engine--facts.found
	[ "$(cat $engine--facts.count)" -le "$(cat $engine.count)" ] || bad "$engine: more with facts"
done

# A loop that writes only what is proven is not without effect.
program counts.gol << 'END'
type counter struct{ n int }
c := &counter{}
var f atomic.Bool
go func() { f.Store(true) }()
for !f.Load() {
	c.n++
	if c.n > 3 {
		panic("in the fourth round")
	}
}
END
program draws.gol << 'END'
type counter struct{ n int }
c := &counter{}
go func() {}()
for rand.Intn(2) == 0 {
	c.n++
	if c.n > 3 {
		panic("in the fourth round")
	}
}
END
for engine in dpor states; do
	for name in counts draws; do
		wants 2 "$GOL" check --engine $engine --facts $name.gol
		matches err 'in the fourth round'
	done
done
wants 2 "$GOL" check --engine reduced --facts draws.gol

# fuzz brings the accesses of open pairs together: here both goroutines have to be between the same
# two of their sections.
program gap.gol << 'END'
var mu sync.Mutex
x := 0
done := make(chan bool)
for range 2 {
	go func() {
		for i := range 40 {
			mu.Lock()
			mu.Unlock()
			if i == 20 {
				x++
			}
		}
		done <- true
	}()
}
<-done
<-done
END
for seed in 1 2 3; do
	wants 66 "$GOL" fuzz -j 1 --facts --strategy pairs --seed $seed --schedules 1 gap.gol
	matches err '^race: .* on x '
	wants 66 "$GOL" fuzz -j 1 --facts --seed $seed --schedules 1 gap.gol
	wants 0 "$GOL" fuzz -j 1 --strategy pairs --seed $seed --schedules 1 gap.gol
done
wants 66 "$GOL" vet --confirm gap.gol
matches out '^replay: '

# Fused pairs and machine code: two loops with proven accesses, one with both kinds.
program loops.go << 'END'
package main

func sum(xs []float64) float64 {
	s := 0.0
	for i := range xs {
		s += xs[i] * xs[i]
	}
	return s
}

func main() {
	shared, own := make([]float64, 2000), make([]float64, 2000)
	done := make(chan float64)
	go func() {
		for i := range shared {
			shared[i] = own[i] + 1
		}
		done <- sum(own)
	}()
	for i := range shared {
		shared[i] += own[i]
	}
	println(<-done, sum(own))
}
END
for jit in off hot all; do
	wants 66 "$GOL" run --json --jit $jit loops.go
	mv out all.out
	wants 66 "$GOL" run --json --jit $jit --facts loops.go
	sed 's/ --facts//' out > facts.out
	same all.out facts.out
done

# Some of the programs of make facts.
wants 0 env JOBS=1 "$ROOT/tests/facts_suites.sh" 120
matches out ' 0 differ, 0 programs too slow$'

# Tests are programs, too.
cat > some_test.go << 'END'
package some

import "testing"

func TestRace(t *testing.T) {
	x, y := 0, 0
	go func() { x = 1 }()
	x = 2
	y = 3
	if x+y == 0 {
		t.Fail()
	}
}
END
wants 66 "$GOL" test --facts some_test.go
said
matches said '^replay: gol test -run .* --facts .*some_test.go$'
# The strategy that brings open pairs together looks at goroutines that have left their last frame.
program pool.go << 'END'
package main

import "sync"

type buffer struct{ n int }

var pool = sync.Pool{New: func() any { return new(buffer) }}

func use() {
	b := pool.Get().(*buffer)
	pool.Put(b)
	b.n++
}

func main() {
	go use()
	use()
}
END
wants 66 "$GOL" fuzz -j 1 --schedules 300 --facts pool.go
matches err '^race: .* on b\.n'
finish
