# gol check --engine states -j N: the same verdict and number of states as of one process; a search that was
# killed goes on from its checkpoint to the verdict of one that was not.
. "$ROOT/tests/cli/lib.sh"

# verdict FLAGS...: the last line, without the time and the number of executions, in ./verdict.
verdict()
{
    timeout -k 2 100 "$GOL" check --engine states "$@" > out 2> err < /dev/null
    tail -n 1 err | sed -E 's/, [0-9.]+ s;/;/; s/\([0-9]+ schedules?, /(/' > verdict
}

# Programs without a bound on what is searched: races, deadlocks, livelocks with and without a way out,
# searches that begin anew since the clock is read or an order of Dones matters.
for name in accesses_twice_free barrier_flags_free barrier_locks_racy engines/lock_cycle_readers \
    engines/leak_two_dead engines/livelocks_two kernels/once_racy livelock/flags livelock/cas_free \
    livelock/shared livelock/timeout_free livelock/ticker_free produce_consume_many_racy; do
    file=$ROOT/tests/check/$name.gol
    [ -e "$file" ] || continue
    verdict "$file"
    mv verdict whole
    for jobs in 1 2 5; do
        verdict -j $jobs "$file"
        same whole verdict
    done
done

# What is found does not depend on the order of the search either: where it begins anew, looks at files, or
# has several findings of one fault. Of schedules of one length any may be shown, and how slow goroutines are in it.
for name in engines/created_once engines/unlock_by_another engines/read_lock_taken_back engines/same_wait \
    engines/close_before_send engines/ticks_while_main_ends barrier_counter_racy; do
    for jobs in 0 1 2 4; do
        timeout -k 2 100 "$GOL" check --engine states --json -j $jobs "$ROOT/tests/check/$name.gol" 2> err < /dev/null |
            sed -E '/"type":"slow"/d; s/--schedule [^ ]+//' | sort > found.$jobs
        matches found.$jobs '"type":"verdict".*"engine":"states"'
        same found.0 found.$jobs
    done
done

counting_program 4
verdict counting.gol
mv verdict whole
matches whole ' in all [0-9]+ states \([0-9]+ states; engine states\)'
for jobs in 1 3; do
    rm -f kept
    verdict -j $jobs --checkpoint kept counting.gol
    same whole verdict
    # It is over: nothing is searched again.
    verdict -j 2 --checkpoint kept --resume counting.gol
    same whole verdict
done

# No time is no limit.
verdict --time 0 counting.gol
same whole verdict

# Flags that do not go together, files of something else.
wants 1 "$GOL" check --engine states -j 2 --compact counting.gol
matches err '^gol check: --compact has no meaning with -j and --checkpoint'
wants 1 "$GOL" check --engine states -j 2 --graph g.dot counting.gol
matches err '^gol check: --graph has no meaning with -j and --checkpoint'
wants 1 "$GOL" check --engine states --shard 0/2 --shared there counting.gol
matches err '^gol check: --shard has no meaning for the engine states'
wants 1 "$GOL" check --engine states --checkpoint kept counting.gol
matches err 'kept is there already: --resume goes on from it'
wants 1 "$GOL" check --engine states --checkpoint kept --resume "$ROOT/tests/check/livelock/flags.gol"
matches err 'kept is of another program, or of other flags'
wants 1 "$GOL" check --engine dpor --checkpoint kept --resume counting.gol
matches err 'kept is of another program, or of other flags'

# One of another program, under this one's name: its ways lead elsewhere here. It is refused and stays.
counting_program 9
until [ "$(stat -c %s other 2> err || echo 0)" -gt 2000 ]; do
    rm -f other
    "$GOL" check --engine states -j 2 --checkpoint other --time 0.2s counting.gol > out 2> err
done
echo 'mu := make(chan int, 1); go func() { mu <- 1 }(); <-mu' > short.gol
rm -f kept
wants 0 "$GOL" check --engine states --checkpoint kept short.gol
{ head -c 25 kept && tail -c +26 other; } > mixed
cp mixed before
for jobs in 1 3; do
    wants 1 "$GOL" check --engine states -j $jobs --checkpoint mixed --resume short.gol
    matches err '^gol check: mixed is damaged$'
    lacks err 'no race'
    same before mixed
done

# Processes that cannot be had: nothing was searched, which is no verdict. Others do with those that there are.
sed 's/range 9 {/range 2 {/; s/3\*9/3*2/' counting.gol > small.gol
wants 3 sh -c 'ulimit -n 40; exec "$0" check --engine states -j 60 small.gol' "$GOL"
matches err '^no race, .* in 0 states within what worker processes could not do: they ended unexpectedly \('
wants 0 sh -c 'ulimit -n 40; exec "$0" check --engine dpor -j 60 small.gol' "$GOL"
matches err ' in all [0-9]+ executions'
wants 0 sh -c 'ulimit -n 40; exec "$0" fuzz -j 60 --schedules 100 small.gol' "$GOL"
matches err 'schedules in .* nothing found$'

# Types that are made while the program runs are where no other process has them: one does everything then.
program made_types.go << 'END'
package main

import (
	"reflect"
	"sync"
)

type part struct{ a int }

func main() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			n++
			mu.Unlock()
			v := reflect.New(reflect.ArrayOf(i+1, reflect.TypeOf(part{}))).Interface()
			for range 3 {
				mu.Lock()
				n++
				mu.Unlock()
			}
			if reflect.TypeOf(v).Elem().Len() != i+1 {
				panic("another type")
			}
		}()
	}
	wg.Wait()
}
END
verdict made_types.go
mv verdict whole
matches whole ' in all 3129 states '
for jobs in 2 3 4; do
    verdict -j $jobs made_types.go
    same whole verdict
    rm -f kept
    "$GOL" check --engine states -j $jobs --checkpoint kept --time 100ms made_types.go > out 2> err < /dev/null
    [ -e kept ] || continue
    verdict -j 2 --checkpoint kept --resume made_types.go
    same whole verdict
done

# What is drawn, and cases of selects, on the ways of states that another process gets, and of faults.
program drawn.go << 'END'
package main

import "math/rand"

func main() {
	c, d, done := make(chan int, 3), make(chan int, 3), make(chan int, 3)
	for i := range 3 {
		go func() {
			n := rand.Intn(2)
			c <- n
			d <- i
			select {
			case <-c:
			case <-d:
			}
			done <- n
		}()
	}
	if <-done+<-done+<-done == 3 && len(c) == 3 {
		panic("all of one channel")
	}
}
END
# A livelock, although one may draw that it goes on.
program drawn_round.go << 'END'
package main

import (
	"math/rand"
	"runtime"
	"sync/atomic"
)

func main() {
	var a, b atomic.Bool
	polite := func(own, other *atomic.Bool) {
		for {
			own.Store(true)
			if !other.Load() {
				return
			}
			own.Store(false)
			if rand.Intn(2) == 0 {
				runtime.Gosched()
			}
		}
	}
	go polite(&a, &b)
	polite(&b, &a)
}
END
for file in drawn drawn_round; do
    verdict --steps 10000 $file.go
    mv verdict whole
    matches whole '^1 finding in (all )?[0-9]+ states'
    for jobs in 1 4; do
        verdict --steps 10000 -j $jobs $file.go
        same whole verdict
    done
done

# Ways of more than a thousand steps, of which some seem to have no end, are followed where a search goes on;
# and a program that has none, up to a bound.
cat > long_way.gol << 'END'
var x atomic.Int32
go func() { for range 3 { x.Load() } }()
for x.Load() < 700 { x.Add(1) }
END
verdict long_way.gol
mv verdict whole
matches whole ' in all 5609 states'
for ms in 60 90 120; do
    rm -f kept
    "$GOL" check --engine states -j 2 --checkpoint kept --time ${ms}ms long_way.gol > out 2> err < /dev/null
    verdict -j 2 --checkpoint kept --resume long_way.gol
    same whole verdict
done
echo 'var x atomic.Int64; go func() { x.Load() }(); for { x.Add(1) }' > endless.gol
for jobs in 0 1 2; do
    verdict -j $jobs --depth 1500 --steps 20000 endless.gol
    matches verdict '^1 finding in 3000 states within 1500 steps in a row \('
done

# Killed again and again, workers and all, or ended by a signal: the same verdict.
sed 's/range 4 {/range 5 {/; s/3\*4/3*5/' counting.gol > long.gol
verdict long.gol
mv verdict whole
rm -f kept
resume=
for n in 1 2 3 4 5 6 7 8; do
    [ $((n % 4)) = 0 ] && signal=TERM || signal=KILL
    # shellcheck disable=SC2086
    timeout -s $signal 0.$((RANDOM % 5 + 4)) "$GOL" check --engine states -j $((n % 3 + 1)) --checkpoint kept $resume \
        long.gol > out 2> err < /dev/null
    [ -e kept ] && resume=--resume
    lacks err 'internal error'
done 2> killed
verdict -j 2 --checkpoint kept $resume long.gol
same whole verdict

# If one process is killed, all go on without it from what is known.
"$GOL" check --engine states -j 3 long.gol > out 2> err < /dev/null &
sleep 0.3
kill -KILL "$(pgrep -P $! | head -n 1)" 2> killed
wait $!
tail -n 1 err | sed -E 's/, [0-9.]+ s;/;/; s/\([0-9]+ schedules?, /(/' > verdict
same whole verdict

# Its time ends when a state has some of its moves behind it, for moves take nearly all of the time: the
# states that these have led to are found again.
cat > busy.gol << 'END'
var mu [4]sync.Mutex
var wg sync.WaitGroup
var counts [4]int
for i := range mu {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 3 {
			a, b := min(i, (i+1)%4), max(i, (i+1)%4)
			mu[a].Lock()
			mu[b].Lock()
			for j := range 2000 {
				counts[i] += j % 3
			}
			mu[b].Unlock()
			mu[a].Unlock()
		}
	}()
}
wg.Wait()
END
verdict busy.gol
mv verdict whole
resume=
for n in 1 2 3 4 5 6 7 8 9 10; do
    # shellcheck disable=SC2086
    "$GOL" check --engine states --checkpoint cut --time $((RANDOM % 80 + 60))ms $resume busy.gol > out 2> err
    lacks err 'internal error'
    [ -e cut ] && resume=--resume
done
verdict --checkpoint cut $resume busy.gol
same whole verdict

# Ended by time in the middle of a move, after other moves of the same state, or while the search is
# made again with happens-before sets: gone on with, the verdict is the same.
cat > slow.go << 'END'
package main

import (
	"strings"
	"sync"
)

var text = strings.Repeat("ab", 100000)

func spend() {
	for range 10 {
		strings.Count(text, "b")
	}
}

func main() {
	var mu sync.Mutex
	x := 0
	tickets, done := make(chan int, 3), make(chan bool, 3)
	for i := range 3 {
		tickets <- i
	}
	for range 3 {
		go func() {
			<-tickets
			spend()
			mu.Lock()
			x++
			mu.Unlock()
			spend()
			done <- true
		}()
	}
	for range 3 {
		<-done
	}
}
END
verdict slow.go
mv verdict whole
for tenths in 1 2 3 4 5 6 8; do
    rm -f kept
    "$GOL" check --engine states --checkpoint kept --time 0.${tenths}s slow.go > out 2> err < /dev/null
    [ -e kept ] || continue
    verdict -j 2 --checkpoint kept --resume slow.go
    same whole verdict
done
finish
