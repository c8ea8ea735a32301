# gol check --engine dpor runs each program of tests/check/counts under exactly as many executions as
# its first comment counts, and gives none of them up half-way but those that it counts, too.
. "$ROOT/tests/cli/lib.sh"

for program in "$ROOT"/tests/check/counts/*.gol; do
    name=${program##*/}
    count=$(sed -n 's|^// executions: \([0-9]*\).*|\1|p' "$program")
    status=$(sed -n 's|^// status: ||p' "$program")
    timeout -k 2 20 "$GOL" check --engine dpor "$program" > out 2> err
    got=$?
    [ "$got" = "${status:-0}" ] || bad "$name: exit status $got"
    given_up=$(sed -n 's|^// executions: .*given up: \([0-9]*\).*|\1|p' "$program")
    extent="(all )?$count executions" schedules="$((count + ${given_up:-0})) schedules?,"
    [ "$count" != 1 ] || extent='(the only|1) execution'
    grep -Eq "in $extent \($schedules" err ||
        bad "$name: $count executions expected: $(tail -n 1 err)"
done

# Loops that wait for others by looking again and again come to an end.
for program in produce_consume_one produce_consume_many barrier_flags barrier_counter; do
    wants 0 "$GOL" check --engine dpor "$ROOT/tests/check/${program}_free.gol"
    matches err 'no panic in (all [0-9]+ executions|the only execution)'
done

# So do those whose look is a critical section, or reads two variables.
for locks in 'Mutex Lock Unlock' 'RWMutex Lock Unlock' 'RWMutex RLock RUnlock'; do
    read -r type lock unlock <<< "$locks"
    program spin.gol << END2
var mu sync.$type
ready := false
go func() { mu.Lock(); ready = true; mu.Unlock() }()
for {
	mu.$lock()
	ends := ready
	mu.$unlock()
	if ends {
		break
	}
}
END2
    wants 0 "$GOL" check --engine dpor --time 10s spin.gol
    matches err 'no panic in all 2 executions'
done
program spin.gol << 'END2'
var a, b atomic.Int32
go func() { a.Store(1); b.Store(1) }()
for a.Load() == 0 || b.Load() == 0 {
}
END2
wants 0 "$GOL" check --engine dpor --time 10s spin.gol
matches err 'no panic in the only execution \(1 schedule,'

# A schedule that lets time pass while somebody could go on can be replayed.
cat > time.gol <<'END2'
var mu sync.Mutex
x := 0
mu.Lock()
go func() { mu.Lock(); x = 1; mu.Unlock() }()
time.Sleep(time.Millisecond)
mu.Unlock()
x = 2
END2
wants 66 "$GOL" check --engine dpor time.gol
eval "set -- $(sed -n 's/^replay: gol //p' err | head -n 1)"
wants 66 "$GOL" "$@"

# To set a timer anew reads the clock, which other timers move. The first timer fires before the second is
# set, before it is set anew itself, or neither; the second fires before that or after it.
program anew.gol << 'END'
_ = time.Now()
timer := time.NewTimer(time.Hour)
other := time.After(time.Second)
timer.Reset(time.Minute)
<-other
END
wants 0 "$GOL" check --engine dpor anew.gol
matches err ' in 6 executions within a clock that moves only with timers \(6 schedules,'
finish
