# gol check: exact counts of inequivalent executions, and the same findings from both engines.
. "$ROOT/tests/cli/lib.sh"

# Counts for n goroutines that add m times each to one atomic counter: the orders of the additions,
# (n*m)! / (m!)^n: 2x1: 2, 2x2: 6, 3x2: 90.
increments()
{
    cat > inc.gol <<END
var x int64
var wg sync.WaitGroup
for range $1 {
	wg.Add(1)
	go func() {
		for range $2 { if atomic.AddInt64(&x, 1) == 0 { panic("none") } }
		wg.Done()
	}()
}
wg.Wait()
if x != $1 * $2 { panic("lost an addition") }
END
}
for expected in "2 1 2" "2 2 6" "3 2 90"; do
    set -- $expected
    increments "$1" "$2"
    wants 0 "$GOL" check inc.gol
    matches err "^no race, no deadlock, no panic in all $3 executions "
done

# Philosophers, the last one left-handed. Two neighbours are ordered one way or the other by their
# fork; of the 2^n orders of n pairs in a ring the two cycles cannot be: 2^n - 2.
for n in 3 4; do
    cat > phil.gol <<END
var forks [$n]sync.Mutex
var wg sync.WaitGroup
for i := range $n {
	wg.Add(1)
	go func() {
		a, b := min(i, (i+1)%$n), max(i, (i+1)%$n)
		forks[a].Lock()
		forks[b].Lock()
		forks[b].Unlock()
		forks[a].Unlock()
		wg.Done()
	}()
}
wg.Wait()
END
    wants 0 "$GOL" check phil.gol
    matches err "in all $(((1 << n) - 2)) executions "
done

# Whatever ends the program, the others may have gone on until then: both engines find their race.
for end in "" "os.Exit(0)" 'panic("over")' "var p *int; *p = 1"; do
    cat > end.gol <<END
x := 0
for range 2 {
	go func() { x++ }()
}
$end
END
    for engine in dpor reduced all; do
        wants 66 "$GOL" check --engine $engine end.gol
    done
    wants 66 "$GOL" fuzz --schedules 200 end.gol
done

# The replay of an exit says what the search has found; a run that was not asked for one says nothing.
echo 'go os.Exit(3)' > exit.gol
wants 2 "$GOL" check exit.gol
matches err '^exit: os.Exit\(3\)$'
eval "set -- $(sed -n 's/^replay: gol //p' err | head -n 1)"
wants 3 "$GOL" "$@"
matches err '^exit: os.Exit\(3\)$'
echo 'os.Exit(3)' > exit.gol
wants 3 "$GOL" run exit.gol
lacks err exit

# An Add that nothing orders before the Wait races with it if the Wait blocks.
cat > late.gol <<END
var wg sync.WaitGroup
done := make(chan bool)
go func() {
	wg.Add(1)
	wg.Done()
	done <- true
}()
wg.Wait()
<-done
END
for engine in dpor reduced states all; do
    wants 66 "$GOL" check --engine $engine late.gol
done

# The oracle finds the same races.
for program in paper/listing1_1 bank; do
    for engine in dpor reduced all; do
        wants 66 "$GOL" check --engine $engine "$ROOT/examples/$program.gol"
        grep '^race:' err | sort > "$engine.races"
    done
    cmp dpor.races all.races && cmp reduced.races all.races || bad "$program: engines disagree"
done

# A deadlock that the default schedule does not have, found and replayed.
cat > abba.gol <<'END'
var a, b sync.Mutex
done := make(chan bool)
go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); done <- true }()
go func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); done <- true }()
<-done
<-done
END
wants 0 "$GOL" run abba.gol
wants 2 "$GOL" check --first abba.gol
matches err '^1 finding in [0-9]+ executions? within the first finding: more were left '
wants 3 timeout --preserve-status -s INT 2 "$GOL" check "$ROOT/bench/check/safestack.gol"
matches err 'within an interrupt: more were left '
wants 2 "$GOL" check --first abba.gol
replay=$(sed -n 's/^replay: gol //p' err)
wants 2 "$GOL" $replay

# What the program would read elsewhere is not explored, and the verdict says so.
cat > reads.gol << 'END'
lines := bufio.NewScanner(os.Stdin)
for lines.Scan() {
	panic(lines.Text())
}
END
for engine in auto dpor reduced states; do
    wants 0 "$GOL" check --engine $engine reads.gol < abba.gol
    matches err ' in 1 [a-z]+ within an empty standard input '
done

# The execution that the first finding ends was one.
printf 'x := 0\ngo func() { x = 1 }()\nx = 2\n' > first.gol
wants 66 "$GOL" check --first first.gol
matches err '^found after 1 schedule$'
matches err '^1 finding in 1 execution.* \(1 schedule,'

# A loop that only computes is no reason to switch; Gosched is, and the verdict owns up to it.
cat > long.gol <<'END'
var mu sync.Mutex
var wg sync.WaitGroup
for range 2 {
	wg.Add(1)
	go func() {
		sum := 0
		for i := range 4900 { sum += i }
		mu.Lock()
		mu.Unlock()
		wg.Done()
	}()
}
wg.Wait()
END
wants 0 "$GOL" check long.gol
matches err 'in all 2 executions '
sed 's/mu.Lock()/runtime.Gosched(); mu.Lock()/' long.gol > yield.gol
wants 0 "$GOL" check --engine reduced yield.gol
matches err 'executions within the next goroutine first at Gosched'
wants 0 "$GOL" check yield.gol
matches err 'in all 2 executions '

# On a terminal the search tells how it goes; there are never fewer executions in all than there were.
increments 4 8
wants 3 script -qec "$GOL check --engine dpor --time 700ms inc.gol" /dev/null
tr '\r' '\n' < out | grep -oE '[0-9]+ executions, .* perhaps [0-9]+ in all' > told
matches told .
awk '$1 > $(NF - 2) { exit 1 }' told || bad "fewer in all" "$(cat told)"

# Who counts while it waits does not keep others from going on for ever: that would be no livelock.
program count.gol << 'END'
stop, done := make(chan int), make(chan int)
n := 0
go func() {
	for {
		select {
		case <-stop:
			done <- n
			return
		default:
			n++
			runtime.Gosched()
		}
	}
}()
close(stop)
<-done
END
wants 3 "$GOL" check --schedules 20 count.gol
matches err '^no race, .* in 20 executions within 20 schedules'

# A timeout may come before what takes no time here.
program timeout.gol << 'END'
c := make(chan int)
go func() { c <- 1 }()
select {
case <-c:
case <-time.After(time.Second):
}
END
for engine in dpor reduced; do
    wants 0 "$GOL" check --engine $engine timeout.gol
    matches err 'no panic in (all [0-9]+ executions \(|[0-9]+ executions within the next goroutine first)'
done
wants 0 "$GOL" check --engine states timeout.gol # here any timer fires at any moment
matches err ' in all [0-9]+ states '

# Bounds are named.
increments 3 2
wants 0 "$GOL" check --preemptions 1 inc.gol
matches err 'executions within 1 preemption'
wants 3 "$GOL" check --schedules 5 inc.gol
matches err 'in 5 executions within 5 schedules'

# Of the places where iterating over a large map can start some are tried, and that is a bound.
cat > large_map.gol <<'END'
m := map[int]int{}
for i := range 3000 {
	m[i] = i
}
for k := range m {
	if k == 1 {
		break
	}
}
END
for engine in dpor reduced; do
    wants 0 "$GOL" check --engine $engine large_map.gol
    matches err 'in 16 executions within 16 of the places where iterating over a larger map can start'
    wants 0 "$GOL" check --engine $engine --json large_map.gol
    matches out '"complete":false'
done

# Executions count that differ in an answer only.
echo 'if gol.Any(1, 3) == 2 { panic("two") }' > any.gol
for engine in dpor reduced; do
    wants 2 "$GOL" check --engine $engine any.gol
    matches err '1 finding in all 3 executions'
done

# A lock that another goroutine gives back could be given back in the middle of a step.
cat > foreign.gol <<'END'
var mu sync.Mutex
go func() { mu.Lock(); mu.Unlock() }()
go func() { mu.Unlock() }()
select {}
END
for engine in dpor reduced; do
    wants 2 "$GOL" check --engine $engine foreign.gol
    matches err 'executions within critical sections that no other goroutine.s Unlock interrupts'
done
finish
