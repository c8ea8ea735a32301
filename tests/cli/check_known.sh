# gol check --engine states leaves out moves of which it knows what they lead to. With --graph it makes
# each of them, and says the same: programs in which what a move does depends on more than on the
# goroutine that makes it, at times.
. "$ROOT/tests/cli/lib.sh"

program unlock_by_another.gol << 'END'
var mu sync.Mutex
n := 0
done := make(chan int, 4)
for range 2 {
	go func() { mu.Lock(); n++; done <- 1 }()
	go func() { n++; defer func() { done <- 2 }(); if n > 0 { mu.Unlock() } }()
}
for range 4 { <-done }
END
program late_add.gol << 'END'
var wg sync.WaitGroup
x := 0
for i := range 3 {
	go func() { wg.Add(1); x += i; wg.Done() }()
}
go func() { wg.Wait(); x++ }()
wg.Wait()
END
program readers.gol << 'END'
var rw sync.RWMutex
v, w := 0, 0
var wg sync.WaitGroup
for i := range 2 {
	wg.Add(3)
	go func() { defer wg.Done(); rw.RLock(); _ = v; rw.RUnlock(); rw.RLock(); rw.RUnlock() }()
	go func() { defer wg.Done(); rw.Lock(); v++; rw.Unlock() }()
	go func() { defer wg.Done(); rw.Lock(); v += i; rw.Unlock(); rw.RLock(); w = v; rw.RUnlock() }()
}
wg.Wait()
END
program conditions.gol << 'END'
var mu sync.Mutex
full, empty := sync.NewCond(&mu), sync.NewCond(&mu)
q := []int{}
var wg sync.WaitGroup
for i := range 3 {
	wg.Add(2)
	go func() { defer wg.Done(); mu.Lock(); for len(q) == 1 { full.Wait() }; q = append(q, i); empty.Signal(); mu.Unlock() }()
	go func() { defer wg.Done(); mu.Lock(); for len(q) == 0 { empty.Wait() }; q = q[1:]; full.Broadcast(); mu.Unlock() }()
}
wg.Wait()
END
program main_waits.gol << 'END'
var mu sync.Mutex
c := sync.NewCond(&mu)
n := 0
for i := range 3 { go func() { mu.Lock(); n += i; if i == 1 { c.Signal() } else { c.Broadcast() }; mu.Unlock() }() }
mu.Lock()
for n < 3 { c.Wait() }
mu.Unlock()
END
program partners.gol << 'END'
a, b, q := make(chan int), make(chan int), make(chan bool)
for i := range 2 {
	go func() { a <- i; select { case b <- i: case <-q: } }()
	go func() { select { case <-a: case <-b: }; select { case <-a: case <-b: case <-q: }; q <- true }()
}
<-q
<-q
END
program descendants.gol << 'END'
var wg sync.WaitGroup
sums := make(chan int, 10)
var work func(depth int)
work = func(depth int) {
	defer wg.Done()
	if depth == 0 { sums <- 1; return }
	for range 2 { wg.Add(1); go work(depth - 1) }
}
wg.Add(1)
go work(2)
wg.Wait()
END
program some_overlap.gol << 'END'
var mu sync.Mutex
ready, data := 0, 0
var wg sync.WaitGroup
for i := range 3 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		mu.Lock(); ready++; r := ready; mu.Unlock()
		if r == 2 { data = i } else if r == 3 { data++ }
	}()
}
wg.Wait()
END
program too_few_added.gol << 'END'
var wg, group sync.WaitGroup
var r [3]int
for i := range 3 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		if i > 0 { group.Add(1) }
		group.Done()
		r[i] = i
	}()
}
wg.Wait()
END

# verdict [FLAG...] PROGRAM...: what gol check says of it, but for times and the names of files.
verdict()
{
    "$GOL" check --json --engine states "$@" < /dev/null | sed -E 's/"(seconds|schedule)":[^,}]*//g'
}

for program in *.gol; do
    verdict "$program" > known
    verdict --graph graph.dot "$program" > made
    [ -s known ] || bad "$program: no verdict"
    same known made
done
finish
