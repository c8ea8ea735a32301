# gol vet: answers, statuses, and that nothing which a run finds is called race-free.
. "$ROOT/tests/cli/lib.sh"

program handed.gol << 'END'
x := 0
done := make(chan bool)
go func() { x = 1; done <- true }()
<-done
println(x)
END
wants 0 "$GOL" vet handed.gol
matches out '^race-free for all inputs and schedules \([0-9]+ proven\)$'
wants 0 "$GOL" vet --json handed.gol
matches out '"verdict":"race-free","open":0,'
# Without the digest that knows of channels, nothing is known.
wants 3 "$GOL" vet --digests tid,fresh handed.gol
matches out '^warning: may race on x$'
wants 0 "$GOL" vet --explain handed.gol:3 handed.gol
matches out '    surely in its past: write handed.gol:1, go handed.gol:3$'
matches out '    read by main, in main.main, handed.gol:5:9: synchronisation orders them$'
wants 1 "$GOL" vet --explain handed.gol:9 handed.gol
# An explanation is all that it prints: not what is wrong elsewhere.
program beside.gol << 'END'
var mu sync.Mutex
x := 0
done := make(chan bool)
go func() { x = 1; done <- true }()
<-done
println(x)
mu.Unlock()
END
wants 0 "$GOL" vet --explain beside.gol:4 beside.gol
matches out 'surely in its past'
grep -q 'nothing locks' out && bad "--explain prints other findings" "$(cat out)"

racy_program
wants 66 "$GOL" vet racy.gol
matches out '^error: must race on x$'
matches out '^  write  goroutine from racy.gol:3, in main.main.func1 +racy.gol:3:13$'
matches out ' 3 \| go func\(\) \{ x = 1; done <- true \}\(\)$'
matches out '^1 pair of accesses: 1 must race \([0-9]+ proven\)$'
wants 66 "$GOL" vet --json racy.gol
matches out '^\{"type":"warning","level":"must","variable":"x","access":\{"operation":"write","goroutine":'
matches out '"verdict":"race","open":1,"refuted":0,"may":0,"must":1,'
wants 66 "$GOL" vet --quiet --checks race racy.gol
[ -s out ] && bad "--quiet prints"

# A race on a pointer passes on what it points to: that is new no longer where it is written. What is passed
# on under a lock is, and a race on a number passes nothing on.
program passed.gol << 'END'
type item struct{ n int }

var hits int
var lost, kept *item
var mu sync.Mutex

go func() {
	hits++ // a race on a number passes nothing on
	one := new(item)
	one.n = 1
	lost = one // one on a pointer does
	two := new(item)
	two.n = 2
	mu.Lock()
	kept = two
	mu.Unlock()
}()
println(hits)
if it := lost; it != nil {
	println(it.n)
}
mu.Lock()
it := kept
mu.Unlock()
if it != nil {
	println(it.n)
}
END
wants 66 "$GOL" vet passed.gol
matches out '^warning: may race on one.n$'
matches out '^3 pairs of accesses: 2 must race, 1 may race '
# The same two places access a number, too.
program passed_twice.gol << 'END'
type item struct{ n int }

func put[T any](to *T, v T) { *to = v }
func get[T any](from *T) T  { return *from }

var a, b int
var p *item

go func() {
	put(&a, 1)
	it := new(item)
	it.n = 7
	put(&p, it)
}()
println(get(&a))
if it := get(&p); it != nil {
	println(it.n)
}
END
wants 66 "$GOL" vet passed_twice.gol
matches out '^warning: may race on it.n$'

# A branch decides whether the race is there.
sed '1i\
import "os"
s/x = 2/if len(os.Args) > 1 { x = 2 }/' racy.gol > branch.gol
wants 3 "$GOL" vet branch.gol
matches out '^warning: may race on x$'
matches out '^  past   the first has learnt nothing of the other goroutine'
matches out '^1 pair of accesses: 1 may race \([0-9]+ proven\)$'
wants 3 "$GOL" vet --json branch.gol
matches out '^\{"type":"warning","level":"may","variable":"x","access":\{"operation":"write","goroutine":'
matches out '"verdict":"may","open":1,'

# A loop that starts goroutines and waits for them; and what is missing in its racy twins.
program loop.gol << 'END'
var mu sync.Mutex
var wg sync.WaitGroup
n := 0
for range 3 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock()
		n++
		mu.Unlock()
	}()
}
wg.Wait()
println(n)
END
wants 0 "$GOL" vet loop.gol
twin() # NAME SED-SCRIPT: a racy version of loop.gol, and some run shows it
{
    sed "$2" loop.gol > "$1"
    wants 3 "$GOL" vet --quiet --checks race "$1"
    wants 66 "$GOL" fuzz --schedules 100 -j 1 "$1"
}
twin add_inside.gol 's/^\twg.Add(1)//; s/defer wg.Done()/wg.Add(1); defer wg.Done()/'
twin done_early.gol 's/defer wg.Done()/wg.Done()/'
twin done_twice.gol 's/mu.Unlock()/mu.Unlock(); if n > 1 { wg.Done() }/'
twin start_again.gol 's/^wg.Wait()/wg.Wait(); wg.Add(1); go func() { mu.Lock(); n++; mu.Unlock(); wg.Done() }()/'
twin done_by_other.gol 's/^wg.Wait()/go wg.Done(); wg.Wait()/'
twin two_started.gol 's/^\tgo func/\tgo func() { mu.Lock(); n++; mu.Unlock(); wg.Done() }()\n&/'
twin unlocked.gol 's/mu.Lock()/mu.Lock(); mu.Unlock()/; s/^\t\tmu.Unlock()$//'
twin other_lock.gol 's/mu.Lock()/mu := \&sync.Mutex{}; mu.Lock()/'
twin try_lock.gol 's/mu.Lock()/mu.TryLock()/; s/mu.Unlock()//'
twin read_lock.gol 's/Mutex/RWMutex/; s/mu.Lock/mu.RLock/; s/mu.Unlock/mu.RUnlock/'
twin reset_lock.gol 's/n++/n++; mu = sync.Mutex{}; mu.Lock()/'

# A lock that another goroutine gives back protects nothing.
program given_back.gol << 'END'
var mu sync.Mutex
x := 0
done := make(chan bool)
mu.Lock()
go func() { mu.Lock(); x++; mu.Unlock(); done <- true }()
go mu.Unlock()
x++
<-done
END
wants 3 "$GOL" vet --quiet --checks race given_back.gol

# Each object has its own lock.
program fields.gol << 'END'
type Counter struct {
	mu sync.Mutex
	n  int
}

func (c *Counter) Inc() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

counters := make([]*Counter, 3)
for i := range counters {
	counters[i] = &Counter{}
}
for i := range 6 {
	go counters[i%3].Inc()
}
END
wants 0 "$GOL" vet fields.gol
sed 's/c.mu.Lock()/c = counters[0]; c.mu.Lock(); c = counters[1]/' fields.gol > wrong_object.gol
sed -i 's/^counters := /var counters = /' wrong_object.gol
wants 3 "$GOL" vet --quiet --checks race wrong_object.gol

# What is too large ends, and proves nothing.
wants 3 "$GOL" vet "$ROOT/tests/lang/stdlib/text/template.go"
matches out '^too large to be analysed: nothing is proved$'

# What digests earn: the first program needs past, the other is open with all of them.
wants 0 "$GOL" vet --ablation handed.gol wrong_object.gol
matches out '^of 2 programs are proved race-free with$'
matches out '^     0  none$'
matches out '^     1  tid,past$'
matches out '^     1  all$'
matches out '^     0  all but past$'
wants 1 "$GOL" vet --ablation handed.gol nothing.gol

# Wrong usage.
wants 1 "$GOL" vet
wants 1 "$GOL" vet --digests tid,luck handed.gol
matches err 'there is no digest "luck"; there are tid '
wants 1 "$GOL" vet --explain handed.gol handed.gol
wants 1 "$GOL" vet nothing.gol

# Programs that say they race, or that a run may find a race in, are never race-free.
for file in "$ROOT"/tests/check/*_racy.gol $(grep -l '// race:' -r "$ROOT/tests/lang" "$ROOT/tests/regress"); do
    [ -f "$file" ] || continue
    # shellcheck disable=SC2046 # words of the line
    "$GOL" vet --quiet --checks race $(sed -n 's|^// args:.*\(--go [0-9.]*\).*|\1|p' "$file") "$file" > out 2> err
    status=$?
    [ $status = 3 ] || [ $status = 66 ] || bad "$file: status $status" "$(head -n 3 err)"
done

# What does not compile is not race-free, in JSON either.
printf 'package main\nfunc main() { x := undefined }\n' > broken.go
wants 1 "$GOL" vet --json broken.go
matches out '"verdict":"error".*"status":1\}$'
finish
