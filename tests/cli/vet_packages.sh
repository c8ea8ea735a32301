# gol vet on packages: patterns, import paths, tests and exported functions as entries, silenced findings.
. "$ROOT/tests/cli/lib.sh"

mkdir -p mod/bank mod/queue mod/cmd/tool mod/testdata/skipped
cd mod || exit 1
program go.mod << 'END'
module example.com/m

go 1.22
END
program bank/bank.go << 'END'
package bank

type Account struct {
	balance int
}

func Open(n int) *Account { return &Account{n} }

// Watch reads the balance beside whatever the caller does.
func (a *Account) Watch() {
	go func() { println(a.balance) }()
}

func (a *Account) Deposit(n int) { a.balance += n }
END
program queue/queue.go << 'END'
package queue

type Queue struct{ items []int }

func (q *Queue) Put(x int) { q.items = append(q.items, x) }
func (q *Queue) Len() int  { return len(q.items) }
END
program queue/queue_test.go << 'END'
package queue

import "testing"

func TestAlone(t *testing.T) {
	var q Queue
	q.Put(1)
	if q.Len() != 1 {
		t.Fail()
	}
}

func TestShared(t *testing.T) {
	var q Queue
	go q.Put(1)
	q.Put(2)
}

func TestParallel(t *testing.T) {
	n := 0
	for range 2 {
		t.Run("sub", func(t *testing.T) {
			t.Parallel()
			n++
		})
	}
}
END
program cmd/tool/main.go << 'END'
package main

import "example.com/m/bank"

func main() { bank.Open(1).Deposit(2) }
END
echo 'this is no Go' > testdata/skipped/x.go

# One package after the other, by directories or import paths.
wants 0 "$GOL" vet cmd/tool
matches out '^race-free for all inputs and schedules'
wants 0 "$GOL" vet example.com/m/cmd/tool
wants 3 "$GOL" vet ./cmd/tool ./bank
matches out '^# ./cmd/tool$'
matches out '^# ./bank$'
wants 1 "$GOL" vet ./nothing
matches err '^gol vet: ./nothing: no such file, directory or package'
wants 3 "$GOL" vet ./...
matches out '^# bank$'
matches out '^# queue$'
lacks out 'skipped'
(cd cmd/tool && wants 0 "$GOL" vet)

# A package without main and tests: what it exports, called one after the other.
wants 3 "$GOL" vet --json bank
matches out '"variable":"a.balance",.*"function":"example.com/m/bank.\(\*Account\)'
matches out '"entries":1,'

# Each test by itself: the first is free of races, in the second a goroutine races with the test.
wants 3 "$GOL" vet queue
matches out '^warning: may race on q.items$'
matches out 'goroutine from queue/queue_test.go:15, in example.com/m/queue.\(\*Queue\).Put +queue/queue.go:5:30$'
matches out '^warning: may race on n$'
lacks out 'queue_test.go:9:'
wants 3 "$GOL" vet --json queue
matches out '"entries":3,'
sed '/^func TestShared/,$d' queue/queue_test.go > alone_test.go
sed '/^$/q' queue/queue_test.go > queue/alone_test.go
mv queue/queue_test.go shared_test.go.txt
mv alone_test.go queue/alone_test.go
wants 0 "$GOL" vet queue
mv shared_test.go.txt queue/queue_test.go
rm queue/alone_test.go

# A test file by itself; a benchmark is an entry that runs once.
program only_test.go << 'END'
package sums

import "testing"

func BenchmarkSum(b *testing.B) {
	n := 0
	for i := 0; i < b.N; i++ {
		n++
	}
	b.ResetTimer()
}
END
wants 0 "$GOL" vet --json only_test.go
matches out '"entries":1,'

# Subtests: package testing locks what they share, and counts those that are parallel.
program subtests_test.go << 'END'
package sub

import "testing"

func TestNames(t *testing.T) {
	t.Run("one", func(t *testing.T) { t.Log("x") })
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			if name == "c" {
				t.Errorf("name is %s", name)
			}
		})
	}
}
END
wants 0 "$GOL" vet subtests_test.go
matches out '^race-free for all inputs and schedules \([0-9]+ proven\) by models of .*fmt'
[ "$(wc -l < out)" = 1 ] || bad "more than the verdict"

# Subtests come one after another, in subtests too, and before what the test does when they have ended.
program nested_test.go << 'END'
package sub

import "testing"

func TestNested(t *testing.T) {
	n := 0
	for _, outer := range []string{"a", "b"} {
		t.Run(outer, func(t *testing.T) {
			n++
			t.Cleanup(func() { n-- })
			for _, inner := range []string{"x", "y"} {
				t.Run(inner, func(t *testing.T) {
					t.Helper()
					n += len(outer + inner)
				})
			}
		})
	}
	if n != 8 {
		t.Fatalf("n is %d", n)
	}
}

func TestTable(t *testing.T) {
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name == "c" {
				t.Errorf("name is %s", name)
			}
		})
	}
}

func BenchmarkNested(b *testing.B) {
	n := 0
	for _, name := range []string{"a", "b"} {
		b.Run(name, func(b *testing.B) {
			n++
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
				}
			})
		})
	}
	println(n)
}
END
wants 0 "$GOL" vet nested_test.go
[ "$(wc -l < out)" = 1 ] || bad "more than the verdict"
sed 's/n += len(outer + inner)/go func() { n += len(outer) }()/' nested_test.go > nested_racy_test.go
wants 3 "$GOL" vet nested_racy_test.go
matches out '^warning: may race on n$'
sed 's/for pb.Next() {/for pb.Next() { n++/' nested_test.go > nested_racy_test.go
wants 3 "$GOL" vet nested_racy_test.go
matches out '^warning: may race on n$'
sed 's/t.Helper()/t.Parallel()/' nested_test.go > nested_racy_test.go
wants 3 "$GOL" vet nested_racy_test.go
matches out '^warning: may race on n$'
rm nested_test.go nested_racy_test.go

# External tests.
program bank/bank_test.go << 'END'
package bank_test

import (
	"example.com/m/bank"
	"testing"
)

func TestWatch(t *testing.T) {
	a := bank.Open(1)
	a.Watch()
	a.Deposit(1)
}
END
wants 3 "$GOL" vet bank
matches out '^warning: may race on a.balance$'
matches out 'example.com/m/bank.\(\*Account\).Deposit +bank/bank.go:14:36$'

# What is silenced is hidden, but counted.
echo '*.balance # known' > known
wants 0 "$GOL" vet --suppress known bank
matches out '^[0-9]+ hidden$'
sed -i 's|println(a.balance) }()|& //gol:norace|' bank/bank.go
wants 0 "$GOL" vet bank
matches out '^[0-9]+ hidden$'
wants 1 "$GOL" vet --suppress missing bank

# --explain also where nothing is wrong; only some of the checks.
wants 0 "$GOL" vet --explain bank.go:14 bank
matches out '^  write  goroutine from testing/vet.gol:[0-9]+, in .*Deposit +bank/bank.go:14:36$'
wants 0 "$GOL" vet --checks -race bank
wants 1 "$GOL" vet --checks luck queue
matches err 'there is no check "luck"; there are race'

# A program of which there are only tests.
mkdir -p tests_only
program tests_only/a_test.go << 'END'
package main

import "testing"

func TestA(t *testing.T) {}
END
program tests_only/main_test.go << 'END'
package main

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }
END
wants 0 timeout 60 "$GOL" vet ./tests_only
rm tests_only/main_test.go
program tests_only/fuzz_test.go << 'END'
package main

import "testing"

func FuzzA(f *testing.F) {
	f.Add("a")
	f.Fuzz(func(t *testing.T, s string) {})
}
END
timeout 60 "$GOL" vet --json ./tests_only > out 2> err
matches out '"entries":2,"limits":0,'
# The function that is given to Fuzz is called, and not what it refers to: f holds the fuzz target itself.
program tests_only/fuzz_test.go << 'END'
package main

import "testing"

func FuzzA(f *testing.F) {
	f.Add(1, "a")
	f.Fuzz(func(t *testing.T, n int, s string) { f.Name() })
}
END
timeout 60 "$GOL" vet ./tests_only > out 2>&1
lacks out 'in main.FuzzA +.*\(many\)|\(many\), in main.FuzzA '
matches out '\([0-9]{1,4} proven\)$'
# One that logs has some millions of pairs to compare, which is not too large.
program tests_only/fuzz_test.go << 'END'
package main

import "testing"

func FuzzA(f *testing.F) {
	f.Add(1)
	f.Fuzz(func(t *testing.T, n int) {
		t.Log(n)
		if n < 0 {
			t.Errorf("wrong for %d", n)
		}
	})
}
END
timeout 60 "$GOL" vet --json ./tests_only > out 2> err
matches out '"entries":2,"limits":0,'
rm tests_only/fuzz_test.go
timeout 60 "$GOL" vet ./tests_only > out 2>&1 || bad "a folder with only tests" "$(cat out)"

# Tests that are too large leave less work to the others, which is enough for small ones; how many they are is said.
mkdir -p large
program large/large_test.go << 'END'
package large

import (
	"io"
	"testing"
	"text/template"
)

type page struct{ Title string }

func (p page) Big() string { return p.Title + "!" }

func execute(t *testing.T) {
	_ = template.Must(template.New("a").Parse("{{.Big}} {{len .Title}}")).Execute(io.Discard, page{"a"})
}

func TestLarge(t *testing.T) { execute(t) }
func TestSmall(t *testing.T) {
	x := 0
	go func() { x++ }()
	x++
}
func TestLargeToo(t *testing.T) { execute(t) }
END
wants 3 timeout 60 "$GOL" vet ./large
matches out '^2 of 3 entries are too large to be analysed: nothing is proved of them$'
matches out '^1 pair of accesses: 1 may race '
timeout 60 "$GOL" vet --json ./large > out 2> err
matches out '"entries":3,"limits":2,"left_out":0,'

# Who calls what a package exports may send on the channels that it passes, or sets.
mkdir -p exported
program exported/a.go << 'END'
package exported

func Consume(c <-chan int) int {
	n := 0
	for range c {
		go func() { n++ }()
	}
	return n
}

type Server struct{ Stop chan bool }

func (s *Server) Run() {
	<-s.Stop
	m := 0
	go func() { m++ }()
	m++
}
END
wants 3 "$GOL" vet --checks race ./exported
matches out '^warning: may race on n$'
matches out '^warning: m[a-z]* race on m$'

# Tests are analysed together first: what runs in one of them only is in no pair with what another does, and a helper
# that all of them call, in one goroutine each, is called once. Those with an open pair are analysed by themselves.
mkdir -p together
program together/go.mod <<< 'module together'
program together/a_test.go << 'END'
package together

import (
	"sync"
	"testing"
)

var shared, raced int

type counter struct {
	mu sync.Mutex
	n  int
}

func count() int {
	c := &counter{}
	over := make(chan bool)
	go func() { c.n++; over <- true }()
	<-over
	return c.n
}

func TestStarts(t *testing.T) {
	over := make(chan bool)
	go func() { shared++; over <- true }()
	<-over
}
func TestWrites(t *testing.T) { shared = 1 }
func TestRaces(t *testing.T) {
	go func() { raced++ }()
	raced++
}
func TestCount1(t *testing.T) { count() }
func TestCount2(t *testing.T) { count() }
func TestCount3(t *testing.T) { count() }
func TestCount4(t *testing.T) { count() }
func TestCount5(t *testing.T) { count() }
func TestCount6(t *testing.T) { count() }
func TestCount7(t *testing.T) { count() }
func TestCount8(t *testing.T) { count() }
func TestCount9(t *testing.T) { count() }
func BenchmarkWrites(b *testing.B) { shared = 2 }
END
wants 3 timeout 60 "$GOL" vet --json ./together
matches out '"variable":"raced"'
matches out '"open":1,.*"may":1,.*"entries":13,"limits":0'

# What a check finds in one test alone is found, whatever the others do: tests whose own code synchronises are analysed by
# themselves.
mkdir -p checked
program checked/go.mod <<< 'module checked'
program checked/a_test.go << 'END'
package checked

import (
	"sync"
	"testing"
)

var mu sync.Mutex
var wg sync.WaitGroup
var unlocker sync.Locker = &sync.Mutex{}

func TestLocks(t *testing.T)   { mu.Lock(); t.Log(); mu.Unlock(); wg.Add(1); wg.Done(); unlocker.Lock(); t.Log(); unlocker.Unlock() }
func TestUnlocks(t *testing.T) { mu.Unlock() }
func TestLocker(t *testing.T)  { unlocker.Unlock() }
func TestDone(t *testing.T)    { wg.Done() }
func TestNothing(t *testing.T) { t.Log("nothing") }
END
wants 2 timeout 60 "$GOL" vet --json ./checked
matches out '"check":"unlocked".*nothing locks mu'
matches out '"check":"unlocked".*nothing locks unlocker'
matches out '"check":"negative"'
matches out '"errors":3,"warnings":0,.*"entries":5,"limits":0'

# Exported functions and methods with parameters of all kinds are entries, also those of types of other packages;
# generic ones, and those that nothing outside can call, are none.
mkdir -p kinds/v1
program kinds/v1/pod.go <<< 'package v1; type Pod struct{}'
program kinds/kinds.go << 'END'
package kinds

import (
	"bytes"
	words "strings"
	"time"
	"math/rand/v2"
	"example.com/m/kinds/v1"
)

type Pair struct{ a, b int }
type List[T any] struct{ all []T }
type hidden struct{}

var m, c, a, s, f, v, p, w, d, b, e, r, o, k, g int

func WithMap(x map[string]int)          { go func() { m++ }(); m += len(x) }
func WithChan(x chan int)               { go func() { c++ }(); c += cap(x) }
func WithArray(x [3]int)                { go func() { a++ }(); a += len(x) }
func WithSlice(x []Pair)                { go func() { s++ }(); s += len(x) }
func WithFunc(x func(int) int)          { go func() { f++ }(); f++ }
func Variadic(n int, x ...Pair)         { go func() { v++ }(); v += n + len(x) }
func WithPointer(x *int, y *Pair)       { go func() { p++ }(); p += *x + y.a }
func WithImported(x *words.Builder)     { go func() { w++ }(); w += x.Len() }
func WithOwn(x time.Duration, q Pair)   { go func() { d++ }(); d += int(x) + q.b }
func WithBuffers(x *bytes.Buffer, y bytes.Buffer) { go func() { b++ }(); b++ }
func WithInterface(x interface{}, y error) (Pair, error) { go func() { e++ }(); e++; return Pair{}, y }
func WithVersion(x *rand.Rand)          { go func() { r++ }(); r++ }
func WithName(x *v1.Pod)                { go func() { k++ }(); k++ }
func (x Pair) Value() (int, *Pair)      { go func() { o++ }(); o++; return x.a, &x }
func Generic[T any](x T)                { go func() { g++ }(); g++ }
func (l *List[T]) Add(x T)              { go func() { g++ }(); g++ }
func (hidden) Method(x hidden)          {}
func unexported()                       { go func() { g++ }(); g++ }
END
wants 3 "$GOL" vet ./kinds
sed -n 's/^warning: may race on //p' out | sort -u | tr -d '\n' > raced
printf 'abcdefkmoprsvw' > want
same raced want

# Ctrl-C ends the analysis, and what was found in the entries before is printed. The process must have come so far that it
# catches the signal.
mkdir -p server
program server/main.go << 'END'
package main

import "net/http"

func main() { http.ListenAndServe(":8080", nil) }
END
"$GOL" vet ./server ./bank > out 2> err &
pid=$!
while [ -d /proc/$pid ] && ! grep -q '^SigCgt:.*[2367abef]$' /proc/$pid/status 2> /dev/null; do :; done
kill -INT $pid
wait $pid
status=$?
[ $status = 3 ] || bad "Ctrl-C" "status $status: $(cat out err)"
matches out '(not analysed to the end: nothing is proved|^2 packages were not looked at)$'

# The time is looked at while pairs are compared, too: here that takes seconds, and all before it a small part of one.
mkdir -p pairs
{
    printf 'package main\n\nimport "sync"\n\nvar mu sync.Mutex\nvar x int\n\nfunc f() {\n\tmu.Lock()\n'
    for ((i = 0; i < 8000; i++)); do printf '\tx++\n'; done
    printf '\tmu.Unlock()\n}\n\nfunc main() {\n\tgo f()\n\tf()\n}\n'
} > pairs/main.go
wants 3 timeout 60 "$GOL" vet --time 500ms ./pairs
matches out '^not analysed to the end: nothing is proved$'
finish
