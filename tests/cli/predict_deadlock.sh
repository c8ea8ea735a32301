# Predicted deadlocks: runs that end well, and what other orders of their sections lead to.
. "$ROOT/tests/cli/lib.sh"

program bank.gol << 'END'
var a, b sync.Mutex
x := 0
done := make(chan bool)
go func() {
	a.Lock()
	b.Lock()
	x++
	b.Unlock()
	a.Unlock()
	done <- true
}()
runtime.Gosched()
b.Lock()
a.Lock()
x++
a.Unlock()
b.Unlock()
<-done
END
wants 0 "$GOL" run --trace bank.trace bank.gol
wants 2 "$GOL" predict bank.trace
matches out '^deadlock: each waits for the next, the last for the first$'
matches out '^  goroutine 2 waits to Lock b at bank.gol:6:2$'
matches out '^  goroutine 1 waits to Lock a at bank.gol:14:1$'
matches out '^deadlock   1 of 1 cycle of locks$'
wants 2 "$GOL" predict --json --explain --analysis deadlock bank.trace
matches out '"type":"predicted_deadlock","waits":\[\{"operation":"Lock","lock":"b","goroutine":2'
matches out '"witness":\[2,3,10\]'
matches out '"analysis":"deadlock","cycles":1,"deadlocks":1,"complete":true'
matches out '"verdict":"deadlock"'

# Tried out, it comes with the command that shows it; in one step, too.
for how in "predict --program bank.gol bank.trace" "run --predict bank.gol"; do
    wants 2 "$GOL" $how
    matches out '^  confirmed$'
    eval "set -- $(sed -n 's/^  replay: gol //p' out)"
    wants 2 "$GOL" "$@"
    matches err 'all goroutines are asleep - deadlock!'
done

# Other goroutines go on: a lock cycle.
sed 's/^<-done$/select { case <-done: default: }/; s/^b.Lock()/go func() { b.Lock()/; s/^b.Unlock()/b.Unlock() }()/' \
    bank.gol > beside.gol
sed -i 's/^select/time.Sleep(1); select/' beside.gol
wants 2 "$GOL" run --predict beside.gol
matches out '^  confirmed$'
eval "set -- $(sed -n 's/^  replay: gol //p' out)"
wants 2 "$GOL" "$@"

# A writer that waits lets no reader in, not even one that reads already.
program twice.gol << 'END'
var rw sync.RWMutex
done := make(chan bool)
go func() {
	rw.RLock()
	rw.RLock()
	rw.RUnlock()
	rw.RUnlock()
	done <- true
}()
runtime.Gosched()
rw.Lock()
rw.Unlock()
<-done
END
wants 2 "$GOL" run --predict twice.gol
matches out 'waits to RLock rw at twice.gol:5:2'
matches out 'waits to Lock rw at twice.gol:11:1'
matches out '^  confirmed$'

# In an array, five in a ring; with the last one the other way round there is none.
program ring.gol << 'END'
var fork [5]sync.Mutex
var wg sync.WaitGroup
for i := range 5 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		one, other := i, (i+1)%5
		fork[one].Lock()
		fork[other].Lock()
		fork[other].Unlock()
		fork[one].Unlock()
	}()
}
wg.Wait()
END
wants 2 "$GOL" run --predict ring.gol
[ "$(grep -c 'waits to Lock' out)" = 5 ] || bad "not five goroutines" "$(cat out)"
matches out '^  confirmed$'
sed 's/(i+1)%5$/(i+1)%5; if i == 4 { one, other = other, one }/' ring.gol > left.gol
wants 0 "$GOL" run --predict left.gol
matches out '^deadlock   0 of 0 cycles of locks$'

# A TryLock never waits; nor is there a cycle under a lock around both.
sed 's/^	b.Lock()/	if !b.TryLock() { a.Unlock(); done <- true; return }/' bank.gol > try.gol
wants 0 "$GOL" run --predict try.gol
matches out '^deadlock   0 of 0 cycles of locks$'
sed '1s/a, b/gate, a, b/; s/^\(	*\)a.Lock()/\1gate.Lock(); a.Lock(); gate.Unlock()/' bank.gol > half.gol
wants 2 "$GOL" run --predict half.gol
sed '1s/a, b/gate, a, b/; s/^	a.Lock()/	gate.Lock(); a.Lock()/; s/^	a.Unlock()/	a.Unlock(); gate.Unlock()/
     s/^b.Lock()/gate.Lock(); b.Lock()/; s/^b.Unlock()/b.Unlock(); gate.Unlock()/' bank.gol > gate.gol
wants 0 "$GOL" run --predict gate.gol
matches out '^deadlock   0 of 1 cycle of locks$'
finish
