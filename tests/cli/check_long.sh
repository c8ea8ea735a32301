# gol check: long executions take time in proportion to their length, and --time holds in every
# engine, also in the middle of one.
. "$ROOT/tests/cli/lib.sh"

# once NAME EXTENT, the program on stdin: has that extent; if each step looked at all before it, minutes
# would not be enough.
once()
{
    cat > "$1.gol"
    wants 0 timeout 120 "$GOL" check --time 60s "$1.gol"
    matches err "^no race, no deadlock, no panic in $2 "
}

once transfers 'the only execution' << 'END'
c := make(chan int)
go func() {
	for i := range 100000 { c <- i }
	close(c)
}()
sum := 0
for v := range c { sum += v }
END

once buffered 'the only execution' << 'END'
c := make(chan int, 10)
go func() {
	for i := range 50000 { c <- i }
	close(c)
}()
sum := 0
for v := range c { sum += v }
END

once drained 'the only execution' << 'END'
c := make(chan int)
close(c)
go func() { for range 40000 { <-c } }()
for range 40000 { <-c }
END

once selects 'the only execution' << 'END'
a, b, quit := make(chan int), make(chan int), make(chan bool)
go func() {
	for i := range 50000 { a <- i }
	close(quit)
}()
for running := true; running; {
	select {
	case <-a:
	case <-b:
	case <-quit: running = false
	}
}
END

once loads 'the only execution' << 'END'
var x, y int64
go func() { atomic.AddInt64(&y, 1) }()
sum := int64(0)
for i := range int64(100000) { sum += atomic.LoadInt64(&x) + i }
END

once readers 'the only execution' << 'END'
var mu sync.RWMutex
var wg sync.WaitGroup
n := 0
for range 4 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 10000 { mu.RLock(); _ = n; mu.RUnlock() }
	}()
}
wg.Wait()
END

# Orders without end.
cat > many.gol << 'END'
var mu sync.Mutex
n := 0
for range 1000 {
	go func() {
		for range 100 { mu.Lock(); n++; mu.Unlock() }
	}()
}
time.Sleep(1)
END
cat > partners.gol << 'END'
c := make(chan int)
for i := range 3000 {
	go func() { c <- i }()
}
for range 3000 { <-c }
END
for engine in dpor states reduced all; do
    wants 3 timeout 100 "$GOL" check --time 1s --engine $engine many.gol
done
wants 3 timeout 100 "$GOL" check --time 1s partners.gol

# Goroutines without end, some of which end at once and some never. One that is larger than a search
# can number is a bound, not a crash.
cat > starts.gol << 'END'
for { go func() {}() }
END
cat > starts_accesses.gol << 'END'
x := 0
for { go func() { x++ }() }
END
cat > starts_blocked.gol << 'END'
c := make(chan int)
for { go func() { c <- 1 }() }
END
cat > starts_locks.gol << 'END'
var mu sync.Mutex
x := 0
for { go func() { mu.Lock(); x++; mu.Unlock() }() }
END
for name in starts starts_blocked starts_locks; do
    wants 3 timeout 100 "$GOL" check --time 1s --engine states $name.gol
done
wants 66 timeout 100 "$GOL" check --time 5s --engine states starts_accesses.gol
finish
