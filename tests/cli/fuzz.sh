# gol fuzz: findings, their replay, exit status, corpus, workers, outcomes.
. "$ROOT/tests/cli/lib.sh"

# The command a report gives, run, must end as the finding says.
replays()
{
    local wanted=$1 command status
    command=$(sed -n 's/^replay: gol //p' err | head -n 1)
    eval "\"\$GOL\" $command" > replayed 2>&1 < /dev/null
    status=$?
    [ $status = "$wanted" ] ||
        bad "status $status, not $wanted: gol $command" "$(head -n 5 replayed)"
}

# Races: both kinds, the same with the same seed, status 66.
racy_program
wants 66 "$GOL" fuzz -j 1 --schedules 200 racy.gol
matches err 'race: write after write \(WaW\) on x'
matches err '^200 schedules in .* a second\), [0-9]+ partial orders, 1 finding$'
replays 66
sed '$d' err > first
wants 66 "$GOL" fuzz -j 1 --schedules 200 racy.gol
sed '$d' err > second
same first second

# A deadlock that first in, first out does not have; shortened to one departure from the default.
cp "$ROOT/tests/fuzzing/deadlock.gol" .
wants 0 "$GOL" run deadlock.gol
wants 2 "$GOL" fuzz -j 1 --first deadlock.gol
matches err 'all goroutines are asleep - deadlock'
matches err 'waits for a mutex in a.Lock\(\), held by goroutine 2'
matches err '^replay: gol run --schedule (0\^[0-9]+\.)?[1-9] deadlock.gol$'
replays 2

# Every strategy finds it.
strategies=$("$GOL" help strategies | awk '/^  [a-z]/ { print $1 }')
[ "$(wc -w <<< "$strategies")" -ge 6 ] || bad "too few strategies: $strategies"
for strategy in $strategies; do
    wants 2 "$GOL" fuzz -j1 --first --schedules 2000 --strategy $strategy deadlock.gol
done
# Every strategy lets any of many go first, also the last one.
# senders FILE COUNT: a program in which so many goroutines send their numbers on c, and then what is
# on standard input.
senders()
{
    {
        printf 'c := make(chan int, %d)\nfor i := range %d {\n\tgo func() { c <- i }()\n}\n' "$2" "$2"
        cat
    } > "$1"
}
senders last.gol 6 << 'END'
if first, second := <-c, <-c; first == 5 && second == 4 {
	panic("backwards")
}
END
for strategy in $strategies; do
    wants 2 "$GOL" fuzz -j1 --first --schedules 2000 --strategy $strategy last.gol
done
wants 1 "$GOL" fuzz --strategy nonsense deadlock.gol
matches err 'there is no strategy "nonsense": mixed, random'

# Nothing to find: status 0.
program clean.gol << 'END'
var mu sync.Mutex
n := 0
done := make(chan bool)
go func() { mu.Lock(); n++; mu.Unlock(); done <- true }()
mu.Lock()
n++
mu.Unlock()
<-done
fmt.Println(n)
END
wants 0 "$GOL" fuzz -j 1 --schedules 500 clean.gol
matches err 'nothing found$'
[ ! -s out ] || bad "output of the program is shown" "$(cat out)"

# x++ races with itself in three ways, in each of three variables: three findings.
program three.gol << 'END'
x, y, z := 0, 0, 0
done := make(chan bool)
for range 3 {
	go func() { x++; y++; z++; done <- true }()
}
for range 3 {
	<-done
}
END
wants 66 "$GOL" fuzz -j 2 --schedules 500 three.gol
matches err ' 3 findings$'
wants 66 "$GOL" check three.gol
matches err '^3 findings in '
[ "$(grep -c '^race: ' err)" = 3 ] || bad 'findings are not one for each pair of places'

# Leaks only with --leaks; run shows them too.
program leak.gol << 'END'
c := make(chan int)
go func() { c <- 1 }()
go func() { c <- 2 }()
fmt.Println(<-c)
END
wants 0 "$GOL" fuzz -j 1 --schedules 50 leak.gol
wants 2 "$GOL" fuzz -j 1 --schedules 50 --leaks leak.gol
matches err 'leak: blocked for ever: main.main.func2 \(chan send\) at leak.gol:3:13, started at leak.gol:3:1'
matches err 'waits for a receiver on c'
matches err '2 findings$'
replays 2

# Two goroutines whose locks wait for each other while main goes on and ends.
program cycle.gol << 'END'
var a, b sync.Mutex
go func() { a.Lock(); b.Lock() }()
go func() { b.Lock(); a.Lock() }()
time.Sleep(time.Second)
END
wants 2 "$GOL" fuzz -j 1 --schedules 500 cycle.gol
matches err "^lock cycle: goroutines wait for each other's locks: main.main.func1 "
replays 2

# Outcomes.
wants 0 "$GOL" fuzz -j 1 --schedules 300 --outcomes leak.gol
matches out '^2 outcomes in 300 schedules$'
matches out '^ +[0-9]+ +[0-9.]+%  "1\\n"  clean$'
matches out '"2\\n"  clean$'
wants 0 "$GOL" fuzz -j 3 --schedules 300 --outcomes leak.gol
matches out '^2 outcomes in 300 schedules$'
[ "$(awk '/clean$/ { n += $1 } END { print n }' out)" = 300 ] || bad 'outcomes of workers are lost' "$(cat out)"

# Of many outcomes a bounded number is kept, and the table does not claim that these were all.
program numbers.go << 'END'
package main

import (
	"fmt"
	"math/rand"
)

func main() { fmt.Println(rand.Intn(1 << 40)) }
END
wants 0 "$GOL" fuzz -j 1 --schedules 1000 --outcomes numbers.go
matches out '^1000 outcomes in 1000 schedules$'
matches out '^\.\.\. and 960 more$'
wants 0 "$GOL" fuzz -j 1 --schedules 1200 --outcomes numbers.go
matches out '^more than 1000 outcomes in 1200 schedules$'
matches out '^\.\.\. and more than 960 more$'
wants 0 "$GOL" fuzz -j 2 --schedules 3000 --outcomes numbers.go
matches out '^more than [12][0-9]{3} outcomes in 3000 schedules$'

# Workers that say again and again which of a few there were; a finding that has no choices.
sed 's/1 << 40/3/' numbers.go > three.go
wants 0 "$GOL" fuzz -j 2 --schedules 5000 --outcomes three.go
matches out '^3 outcomes in 5000 schedules$'
[ "$(awk '/clean$/ { n += $1 } END { print n }' out)" = 5000 ] || bad 'outcomes are lost' "$(cat out)"
echo 'panic("at once")' > at_once.gol
wants 2 "$GOL" fuzz -j 2 --schedules 50 --corpus kept_at_once at_once.gol
matches err '^panic: at once'
wants 2 "$GOL" replay kept_at_once/*.schedule at_once.gol

# Partial orders that several processes have met count once.
senders three.gol 3 << 'END'
for range 3 {
	<-c
}
END
for jobs in 1 3; do
    wants 0 "$GOL" fuzz -j $jobs --schedules 4000 three.gol
    matches err ', 30 partial orders, nothing found$'
done

# Panics are told apart by message and place, not by the numbers in them.
program panics.gol << 'END'
x := []int{1, 2, 3}
c := make(chan int, 3)
for i := range 3 {
	go func() { c <- i }()
}
n := <-c
if n != 0 {
	fmt.Println(x[n+2])
}
END
wants 2 "$GOL" fuzz -j 1 --schedules 300 panics.gol
matches err 'index out of range \[[34]\] with length 3'
matches err '1 finding$'
replays 2

# A livelock has the same status as its replay, whether the plain run ends or not.
program spin.gol << 'END'
var stop, started atomic.Bool
go func() {
	if started.Load() {
		stop.Store(true)
	}
}()
started.Store(true)
for !stop.Load() {
}
END
wants 3 "$GOL" fuzz -j 1 --steps 1000 --schedules 50 spin.gol
matches err '^livelock'
replays 3
program long.gol << 'END'
for i := range 2000 {
	_ = i
}
END
wants 3 "$GOL" fuzz -j 1 --steps 1000 --schedules 5 long.gol

# A memory limit ends one execution and not those behind it.
program memory.gol << 'END'
var all [][]byte
n := 0
go func() { n = 1 }()
for range 10 + 1000*n {
	all = append(all, make([]byte, 1<<20))
}
println("ok")
END
wants 3 "$GOL" fuzz -j 1 --detector none --memory 100M --schedules 40 --outcomes memory.gol
matches out '^2 outcomes in 40 schedules$'
matches err '^memory: the limit was reached'
replays 3

# JSON.
wants 66 "$GOL" fuzz -j 1 --json --schedules 100 racy.gol
matches out '^\{"type":"race",.*"replay":"gol run --schedule'
tail -n 1 out > last
matches last '^\{"type":"verdict","verdict":"race","findings":1,"hidden":0,"schedules":100,.*"status":66\}$'

# The corpus keeps findings, and is tried first.
wants 2 "$GOL" fuzz -j 1 --schedules 1000 --corpus kept deadlock.gol
[ "$(ls kept)" = "$(ls kept | grep '^deadlock-[0-9a-f]*\.schedule$')" ] || bad "$(ls kept)"
replays 2
wants 2 "$GOL" replay kept/*.schedule deadlock.gol
wants 2 "$GOL" fuzz -j 1 --schedules 3 --corpus kept deadlock.gol
matches err 'found after 3 schedules'
wants 1 "$GOL" fuzz --corpus deadlock.gol deadlock.gol
matches err 'cannot use deadlock.gol'
# Where nothing can be written that is said once, and the schedule is shown in short form.
wants 66 "$GOL" fuzz -j 1 --schedules 100 --corpus /proc/self racy.gol
matches err '^gol fuzz: cannot write /proc/self/race-[0-9a-f]+\.schedule: '
[ "$(grep -c 'cannot write' err)" = 1 ] || bad "said more than once"
replays 66

# Workers find the same, and losing them loses nothing.
wants 66 "$GOL" fuzz -j 3 --schedules 300 racy.gol
matches err '^300 schedules .*1 finding$'
env --default-signal=INT "$GOL" fuzz -j 2 --time 1000s racy.gol > out 2> err &
fuzzer=$!
killed=
# another_worker: the first one, once there is one that was not killed.
another_worker()
{
    worker=$killed
    while [ "$worker" = "$killed" ]; do
        sleep 0.1
        read -r worker _ < /proc/$fuzzer/task/$fuzzer/children
        worker=${worker:-$killed}
    done
}
for signal in KILL TERM KILL; do
    another_worker
    kill -$signal "$worker"
    killed=$worker
done
another_worker
until grep -q '^race' err; do sleep 0.1; done
kill -INT $fuzzer
wait $fuzzer
[ $? = 66 ] || bad "status $? after workers were killed"
matches err '^gol fuzz: 3 workers ended unexpectedly and were replaced$'
matches err '1 finding$'

# Ctrl-C ends with what was found.
for jobs in 1 2; do
    setsid "$GOL" fuzz -j $jobs --time 60s racy.gol > out 2> err &
    fuzzer=$!
    sleep 0.5
    kill -INT $fuzzer
    wait $fuzzer
    [ $? = 66 ] || bad "status $? after SIGINT with -j $jobs"
    matches err '1 finding$'
done

wants 1 "$GOL" fuzz
wants 1 "$GOL" fuzz --time never racy.gol
# A spinning lock makes way for its holder under every strategy: no livelock.
program spin.go << 'END'
package main

import (
	"runtime"
	"sync/atomic"
)

var lock, x int32

func add(done chan bool) {
	for !atomic.CompareAndSwapInt32(&lock, 0, 1) {
		runtime.Gosched()
	}
	x++
	atomic.StoreInt32(&lock, 0)
	done <- true
}

func main() {
	done := make(chan bool)
	go add(done)
	go add(done)
	<-done
	<-done
}
END
for strategy in $strategies; do
    wants 0 "$GOL" fuzz -j 1 --schedules 300 --steps 100000 --strategy $strategy spin.go
done

finish
