# gol check --engine states: verdicts, bounds, and schedules that repeat what was found.
. "$ROOT/tests/cli/lib.sh"

# The programs say in a comment what is to be found. What is found is found again by its schedule.
for program in "$ROOT"/tests/check/*.gol; do
    case $(sed -n 's|^// check: ||p' "$program") in
    clean)
        wants 0 "$GOL" check --engine states --time 60s "$program"
        matches err '^no race, no deadlock, no panic in all [0-9]+ states \('
        ;;
    race)
        wants 66 "$GOL" check --engine states --first --time 60s "$program"
        matches err '^race: '
        replay=$(sed -n 's/^replay: gol //p' err | head -n 1)
        # shellcheck disable=SC2086
        wants 66 "$GOL" $replay
        ;;
    *) bad "$program: no line // check:" ;;
    esac
done

# Which of two receives from a buffer comes first decides here, and is no synchronisation.
wants 66 "$GOL" check --engine states "$ROOT/examples/paper/fig13_conditional.gol"
# Who looks at others without learning from them is no obstacle to a proof.
cat > looks.gol <<END
var mu sync.Mutex
x, done := 0, make(chan int, 3)
for range 2 {
	go func() {
		for !mu.TryLock() {
			select {
			case v := <-done:
				done <- v
			default:
			}
		}
		x += len(done) - len(done)
		mu.Unlock()
		done <- 1
	}()
}
<-done
<-done
END
wants 0 "$GOL" check --engine states looks.gol
matches err '^no race, no deadlock, no panic in all [0-9]+ states '
sed 's/x += .*/x += len(done) - len(done); mu.Unlock(); mu.Lock(); mu.Unlock(); if len(done) == 0 { x++ }/
    /^\t\tmu.Unlock/d' looks.gol > looks_racy.gol
wants 66 "$GOL" check --engine states looks_racy.gol

# A server has no end, but a bounded number of states: that no end can be reached is said.
cat > server.gol <<END
requests, replies := make(chan int), make(chan int)
go func() {
	for {
		replies <- <-requests + 1
	}
}()
for n := 0; ; n = 1 - n {
	requests <- n
	if <-replies != n+1 {
		panic("wrong")
	}
}
END
wants 3 "$GOL" check --engine states server.gol
matches err '^livelock or long computation: no end within the step limit'
matches err '^1 finding in all [0-9]+ states '

# A loop that waits for what never comes, in one of the executions: the others are found as well, and
# the replay says the same.
cat > waits.gol <<END
var stop, other atomic.Bool
done := make(chan int)
go func() {
	if other.Load() {
		panic("other")
	}
	stop.Store(true)
	done <- 1
}()
go func() {
	other.Store(true)
	stop.Store(false)
	done <- 1
}()
<-done
<-done
for !stop.Load() {
	runtime.Gosched()
}
END
wants 2 "$GOL" check --engine states waits.gol
matches err '^panic: other'
matches err '^livelock or long computation: no end within the step limit'
matches err '^2 findings in all [0-9]+ states '
replay=$(sed -n 's/^replay: gol //p' err | grep steps)
# shellcheck disable=SC2086
wants 3 "$GOL" $replay
matches err '^livelock or long computation: no end within the step limit'
# The same where the program could look at the clock, but does not; and where each state has a way out.
wants 2 "$GOL" check --engine states --compact waits.gol
sed 's/^for !stop.*/time.AfterFunc(time.Second, func() { stop.Store(true) })\n&/' waits.gol > ends.gol
wants 2 "$GOL" check --engine states ends.gol
matches err '^1 finding in all [0-9]+ states '

# Goroutines that are alike are interchangeable: as many states for ten as there are ways to divide
# them among the places where they can be, not the power of it.
cat > alike.gol <<END
var x atomic.Int64
var wg sync.WaitGroup
for range 10 {
	wg.Add(1)
	go func() { x.Add(1); x.Add(1); wg.Done() }()
}
wg.Wait()
END
wants 0 "$GOL" check --engine states alike.gol
states=$(sed -n 's/.* in all \([0-9]*\) states .*/\1/p' err)
[ "$states" -lt 2000 ] || bad "ten goroutines that are alike: $states states"

# An input of any value: all are tried, by all engines, and the schedule says which it was.
cat > any.gol <<END
n := gol.Any(1, 30)
done := make(chan int)
go func() { done <- n * n }()
if <-done == 29*29 {
	panic("found")
}
END
for engine in states reduced dpor all; do
    wants 2 "$GOL" check --engine $engine any.gol
    matches err '^panic: found'
    matches err '^replay: gol run --schedule 28 '
done
wants 2 "$GOL" run --schedule 28 any.gol
wants 0 "$GOL" run --schedule 27 any.gol
wants 0 "$GOL" run any.gol

# What looks like a fault is repeated, in a racy program too, whose critical sections are left early.
wants 66 "$GOL" check --engine states "$ROOT/tests/check/produce_consume_many_racy.gol"
states=68
case $GOL in *stress*) states='[0-9]+' ;; esac
matches err "^[0-9]+ findings in $states states within one order of the accesses that race \\("

# Bounds are named, and nothing is called a proof.
wants 3 "$GOL" check --engine states --depth 5 alike.gol
matches err 'no race, .* in [0-9]+ states within 5 steps in a row'
wants 0 "$GOL" check --engine states --compact alike.gol
matches err 'no race, .* in [0-9]+ states within 64 bits to know a state by \(the chance'
wants 1 "$GOL" check --engine states --preemptions 1 alike.gol
matches err 'preemptions has no meaning'
wants 1 "$GOL" check --engine reduced --depth 1 alike.gol
matches err 'depth has no meaning'
cat > many.gol <<END
var x, y, z atomic.Int64
go func() { for { x.Add(1) } }()
go func() { for { y.Add(1) } }()
for { z.Add(1) }
END
wants 3 "$GOL" check --engine states --memory 20M --time 60s many.gol
matches err 'states within the memory'
# In states the clock moves with timers, in executions with time slices too: a loop that polls it is
# no fault that could not be repeated.
cat > poll.gol << 'END'
deadline := time.Now().Add(time.Millisecond)
for time.Now().Before(deadline) {
	runtime.Gosched()
}
END
wants 0 "$GOL" check --engine states poll.gol
matches err 'within a clock that moves only with timers \('
# What is printed is no boundary between states: fmt.Println ends in a native that writes to a file,
# and that the file is standard output makes it output.
cat > prints.gol << 'END'
var wg sync.WaitGroup
for range 4 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		fmt.Println("a")
		fmt.Println("b")
	}()
}
wg.Wait()
END
wants 0 "$GOL" check --engine states prints.gol
# The hostile build ends time slices everywhere, and so has more states.
case $GOL in *stress*) ;; *) matches err 'in all 19 states' ;; esac
# What one goroutine has is stored once, whatever the others have done: a state takes few bytes.
# (The limit counts what the process has resident, the memory of the program with it: some 4 MB.)
case $GOL in *asan*) memory=16M ;; *) memory=8M ;; esac # redzones take memory
wants 0 "$GOL" check --engine states --memory $memory "$ROOT/bench/check/philosophers.gol"
case $GOL in *stress*) ;; *) matches err 'in all 27346 states' ;; esac
# Goroutines change places in a state with what only they have: lists, and numbers that look like the
# distances that pointers are stored as. What they have stays what it was.
cat > chunks.gol << 'END'
type node struct { value int; next *node }
var mu sync.Mutex
var wg sync.WaitGroup
turns := 0
for i := range 3 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		var list *node
		far := 0x2b7e40000000 - 64 + 64*i
		for k := range 3 {
			list = &node{far + 8*k, list}
			mu.Lock()
			turns = turns*2 + i
			mu.Unlock()
		}
		for k := 2; k >= 0; k, list = k-1, list.next {
			if list.value != 0x2b7e40000000-64+64*i+8*k { panic("changed") }
		}
	}()
}
wg.Wait()
END
wants 0 "$GOL" check --engine states chunks.gol
matches err '^no race, no deadlock, no panic in all [0-9]+ states \('
wants 0 "$GOL" check --engine states --compact chunks.gol
# A send that races with a close is made right after it: else the other close ends the program first.
cat > closes.gol << 'END'
c := make(chan int, 1)
var wg sync.WaitGroup
wg.Add(3)
for range 2 {
	go func() { defer wg.Done(); close(c) }()
}
go func() {
	defer wg.Done()
	defer func() { recover() }()
	c <- 1
}()
wg.Wait()
END
wants 66 "$GOL" check --engine states closes.gol
matches err '^race: read after write \(RaW\) on c '
matches err '^2 findings in [0-9]+ states within one order of the accesses that race'
# The same of a select, of whose answers one sends.
cat > closes_select.gol << 'END'
c := make(chan int)
var closed atomic.Bool
var wg sync.WaitGroup
wg.Add(3)
go func() { defer wg.Done(); if closed.CompareAndSwap(false, true) { close(c) } }()
go func() { defer wg.Done(); close(c) }()
go func() {
	defer wg.Done()
	select {
	case <-c:
	case c <- 1:
	}
}()
wg.Wait()
END
wants 66 "$GOL" check --engine states closes_select.gol
matches err '^race: read after write \(RaW\) on c '
matches err '^5 findings in [0-9]+ states within one order of the accesses that race'
# A state that is long from the start: it lists 90000 parts.
program wide.go << 'END'
package main

var table [3000000]int

func main() {
	done := make(chan bool)
	go func() {
		table[0] = 1
		done <- true
	}()
	<-done
}
END
wants 0 "$GOL" check --engine states wide.go
matches err ' in all [0-9]+ states '
# Keys that are addresses are found although objects move.
program keys.gol << 'END'
type key struct{ next *key }
done := make(chan bool)
seen := map[*key]int{}
for i := range 20 {
	seen[&key{}] = i
}
go func() { done <- true }()
<-done
for k, v := range seen {
	if seen[k] != v {
		panic("not found")
	}
}
END
wants 0 "$GOL" check --engine states keys.gol
matches err '^no race, no deadlock, no panic in all [0-9]+ states '

# Who waits for an RWMutex in which order is no state of its own, but which writer keeps a reader out is.
program readers_writers.gol << 'EOF'
var mu sync.RWMutex
x := 0
var wg sync.WaitGroup
wg.Add(8)
for range 4 {
	go func() { defer wg.Done(); mu.RLock(); _ = x; mu.RUnlock() }()
	go func() { defer wg.Done(); mu.Lock(); x++; mu.Unlock() }()
}
wg.Wait()
EOF
wants 0 "$GOL" check --engine states readers_writers.gol
matches err 'in all [0-9]{1,3} states'
program read_twice.gol << 'EOF'
var mu sync.RWMutex
x := 0
go func() { mu.Lock(); x = 1; mu.Unlock() }()
go func() { mu.Lock(); x = 2; mu.Unlock() }()
go func() {
	mu.RLock()
	mu.RLock()
	_ = x
	mu.RUnlock()
	mu.RUnlock()
}()
EOF
for engine in dpor states; do
    wants 2 "$GOL" check --engine $engine --leaks read_twice.gol
    sed -n 's/^found .*//; s/^leak: .*: \(main.main.func[12]\) (sync.RWMutex.Lock).*/\1/p' err | sort > leaks.$engine
done
same leaks.dpor leaks.states
matches leaks.states func1
matches leaks.states func2
# Goroutines that differ in nothing but where they return to are not taken one for another, wherever the code
# is in memory.
wants 0 "$GOL" check --engine states "$ROOT/bench/check/bounded_buffer.gol"
matches err ' in all 31075 states '

# Of three timers, where the second is the last to fire, none is lost.
program three.gol << 'END'
start := time.Now()
var sum atomic.Int64
var wg sync.WaitGroup
wg.Add(3)
for _, d := range []time.Duration{1, 3, 2} {
	time.AfterFunc(d*time.Second, func() {
		sum.Add(int64(d))
		wg.Done()
	})
}
wg.Wait()
if time.Since(start) > 0 && sum.Load() != 6 {
	panic("lost")
}
END
wants 0 "$GOL" check --engine states three.gol
matches err 'no panic in [0-9]+ states within a clock that moves only with timers \('
finish
