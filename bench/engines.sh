#!/usr/bin/env bash
# How far each engine of gol check gets: the largest size of each kind of program that it proves
# within the limit, and how many executions or states that took.
#
#   bench/engines.sh [KIND...]     of the kinds below
#
# ENGINES="auto dpor states"
# LIMIT=60     seconds for one size; a kind ends with the first that takes longer
# MOST=64      the largest size tried
# Every size is a row of build/bench/engines.tsv; the table on stdout has the last of each kind.
set -u
cd "$(dirname "$0")/.." || exit 1
. bench/lib.sh
ENGINES=${ENGINES:-auto dpor states}
LIMIT=${LIMIT:-60}
MOST=${MOST:-64}
KINDS='philosophers pairs readers_writers counters peterson treiber ms_queue ring_buffer flag_barrier
    wide_barrier spin_lock select_server pipeline token_ring'
mkdir -p "$OUT"

# Each prints a program without races or deadlocks, of size $1.

philosophers()
{
    cat << END
const n = $1
var fork [n + 1]sync.Mutex
var wg sync.WaitGroup
for i := range n + 1 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		a, b := i, (i+1)%(n+1)
		if i == n { a, b = b, a }
		fork[a].Lock()
		fork[b].Lock()
		fork[b].Unlock()
		fork[a].Unlock()
	}()
}
wg.Wait()
END
}

# Producers and consumers of one channel with two places.
pairs()
{
    cat << END
c := make(chan int, 2)
var wg sync.WaitGroup
for i := range $1 {
	wg.Add(2)
	go func() { defer wg.Done(); c <- i; c <- -i }()
	go func() { defer wg.Done(); <-c; <-c }()
}
wg.Wait()
END
}

counters()
{
    cat << END
var n atomic.Int64
var wg sync.WaitGroup
for range $1 {
	wg.Add(1)
	go func() { defer wg.Done(); n.Add(1); n.Add(1) }()
}
wg.Wait()
if n.Load() != 2*$1 { panic("lost") }
END
}

peterson()
{
    cat << END
var wants [2]atomic.Bool
var turn atomic.Int32
inside := 0
var wg sync.WaitGroup
for me := range int32(2) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range $1 {
			wants[me].Store(true)
			turn.Store(1 - me)
			for wants[1-me].Load() && turn.Load() == 1-me {
			}
			inside++
			wants[me].Store(false)
		}
	}()
}
wg.Wait()
END
}

# One producer, one consumer, two places, indices that each waits for.
ring_buffer()
{
    cat << END
var head, tail atomic.Int64
var place [2]int
done := make(chan int)
go func() {
	sum := 0
	for i := range int64($1) {
		for tail.Load() == i {
		}
		sum += place[i%2]
		head.Store(i + 1)
	}
	done <- sum
}()
for i := range int64($1) {
	for i-head.Load() == 2 {
	}
	place[i%2] = int(i)
	tail.Store(i + 1)
}
<-done
END
}

# Two goroutines that meet in each phase, by a flag each.
flag_barrier()
{
    cat << END
var at [2]atomic.Int64
var wg sync.WaitGroup
for me := range 2 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for phase := range int64($1) {
			at[me].Store(phase + 1)
			for at[1-me].Load() <= phase {
			}
		}
	}()
}
wg.Wait()
END
}

# As many goroutines as asked for, which meet three times.
wide_barrier()
{
    cat << END
var at [$1 + 1]atomic.Int64
var wg sync.WaitGroup
for me := range at {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for phase := range int64(3) {
			at[me].Store(phase + 1)
			for i := range at {
				for at[i].Load() <= phase {
				}
			}
		}
	}()
}
wg.Wait()
END
}

# A lock of one compare-and-swap.
spin_lock()
{
    cat << END
var held atomic.Bool
var wg sync.WaitGroup
n := 0
for range $1 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for !held.CompareAndSwap(false, true) {
			runtime.Gosched()
		}
		n++
		held.Store(false)
	}()
}
wg.Wait()
END
}

pipeline()
{
    cat << END
first := make(chan int)
in := first
for range $1 {
	out := make(chan int)
	go func(in chan int) { for v := range in { out <- v + 1 }; close(out) }(in)
	in = out
}
go func() { for i := range 3 { first <- i }; close(first) }()
for range in {
}
END
}

token_ring()
{
    cat << END
const n = $1
var c [n + 1]chan int
for i := range c { c[i] = make(chan int, 1) }
for i := range n {
	go func() { for range 2 { c[i+1] <- <-c[i] + 1 } }()
}
for round := range 2 {
	c[0] <- round
	<-c[n]
}
END
}

# One list of clients that each push and pop, linked by compare-and-swap.
treiber()
{
    cat << END
type node struct { value int; next *node }
var top atomic.Pointer[node]
var wg sync.WaitGroup
for i := range $1 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		n := &node{value: i}
		for {
			n.next = top.Load()
			if top.CompareAndSwap(n.next, n) { break }
		}
		for {
			old := top.Load()
			if top.CompareAndSwap(old, old.next) { break }
		}
	}()
}
wg.Wait()
if top.Load() != nil { panic("something is left") }
END
}

# Michael and Scott's queue: each client puts a value and takes one.
ms_queue()
{
    cat << END
type node struct { value int; next atomic.Pointer[node] }
var head, tail atomic.Pointer[node]
first := &node{}
head.Store(first)
tail.Store(first)
put := func(value int) {
	n := &node{value: value}
	for {
		last := tail.Load()
		next := last.next.Load()
		if next != nil { tail.CompareAndSwap(last, next); continue }
		if last.next.CompareAndSwap(nil, n) { tail.CompareAndSwap(last, n); return }
	}
}
take := func() {
	for {
		old, last := head.Load(), tail.Load()
		next := old.next.Load()
		if next == nil { panic("empty") }
		if old == last { tail.CompareAndSwap(last, next); continue }
		if head.CompareAndSwap(old, next) { return }
	}
}
var wg sync.WaitGroup
for i := range $1 {
	wg.Add(1)
	go func() { defer wg.Done(); put(i); take() }()
}
wg.Wait()
END
}

# A server that serves readers and writers of a value, by select.
select_server()
{
    cat << END
read, write, quit := make(chan int), make(chan int), make(chan bool)
var wg sync.WaitGroup
go func() {
	value := 0
	for {
		select {
		case read <- value:
		case value = <-write:
		case <-quit:
			return
		}
	}
}()
for i := range $1 {
	wg.Add(2)
	go func() { defer wg.Done(); <-read }()
	go func() { defer wg.Done(); write <- i }()
}
wg.Wait()
quit <- true
END
}

# Readers and writers of one variable.
readers_writers()
{
    cat << END
var mu sync.RWMutex
x := 0
var wg sync.WaitGroup
for range $1 {
	wg.Add(2)
	go func() { defer wg.Done(); mu.RLock(); _ = x; mu.RUnlock() }()
	go func() { defer wg.Done(); mu.Lock(); x++; mu.Unlock() }()
}
wg.Wait()
END
}

# proves KIND SIZE ENGINE: whether it proves it in time; leaves the row's end in $row.
proves()
{
    local started=${EPOCHREALTIME/./} verdict
    "$1" "$2" > "$OUT/engines.gol"
    verdict=$(timeout $((LIMIT + 5)) "$GOL" check --json --time "${LIMIT}s" --engine "$3" \
        "$OUT/engines.gol" 2> /dev/null | tail -n 1)
    local count engine
    count=$(grep -oE '"(executions|states)":[0-9]+' <<< "$verdict" | head -n 1 | tr -d '"')
    engine=$(grep -oE '"engine":"[a-z]*"' <<< "$verdict" | cut -d '"' -f 4)
    row="$count	$engine	$(((${EPOCHREALTIME/./} - started) / 1000))"
    grep -q '"verdict":"clean".*"complete":true' <<< "$verdict"
}

printf '%-14s %-8s %6s %-26s %-8s %8s\n' kind engine size 'executions or states' by ms
for kind in ${*:-$KINDS}; do
    for engine in $ENGINES; do
        best=none
        for ((size = 1; size <= MOST; size = size < 8 ? size + 1 : size * 2)); do
            proves "$kind" "$size" "$engine" || break
            printf '%s\t%s\t%s\t%s\n' "$kind" "$engine" "$size" "$row" >> "$OUT/engines.tsv"
            best="$size	$row"
        done
        IFS=$'\t' read -r size count by ms <<< "$best"
        printf '%-14s %-8s %6s %-26s %-8s %8s\n' "$kind" "$engine" "$size" "${count:-}" "${by:-}" "${ms:-}"
    done
done
