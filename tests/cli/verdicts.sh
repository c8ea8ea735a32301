# What a verdict claims: nothing asked for is left out, bounds are named, a schedule that does not fit
# decides nothing, a report and its replay say the same.
. "$ROOT/tests/cli/lib.sh"
racy_program

# ---- arguments that would be ignored are errors ----
mkdir a b
for p in a b; do
    printf 'package %s\n\nimport "testing"\n\nfunc TestX(t *testing.T) {}\n' $p > $p/x_test.go
done
sed -i 's/{}/{ t.Fail() }/' b/x_test.go
wants 0 "$GOL" test ./a
wants 1 "$GOL" test ./a ./b
matches out '^ok  	./a	[0-9.]+s	1 test$'
matches out '^FAIL	./b	[0-9.]+s	1 of 1 tests failed$'
wants 1 "$GOL" test --json ./b ./a
[ "$(grep -c '"type":"verdict"' out)" = 1 ] || bad 'not one verdict of two packages'
matches out '"verdict":"fail","passed":1,"failed":1,"status":1'
wants 0 "$GOL" test ./a -v
matches out '^--- PASS: TestX'
wants 1 "$GOL" test ./a -nonsense
matches err '^gol test: unknown flag -nonsense'
wants 0 "$GOL" test ./a -args b
wants 66 "$GOL" run --trace t racy.gol
wants 1 "$GOL" predict t other
matches err '^gol predict: what is other\?'
wants 1 "$GOL" run --seed 1 --schedule 0 racy.gol
matches err '^gol run: --schedule says which schedule: --seed cannot say another$'
wants 1 "$GOL" run --strategy random --schedule 0 racy.gol
wants 1 "$GOL" test --check --schedule 0 ./a
printf 'package lib\n\nfunc F() {}\n' > lib.go
for command in run fuzz check; do
    wants 1 "$GOL" $command lib.go
    matches err '^gol: lib.go is package lib, not a main package: there is nothing to run$'
done
wants 0 "$GOL" run --compile-only lib.go
for version in 1.99 2 2.1 23; do
    wants 1 "$GOL" run --go $version racy.gol
done
mkdir new
printf 'module new\n\ngo 1.27\n' > new/go.mod
printf 'package main\n\nfunc main() {}\n' > new/main.go
wants 1 "$GOL" run new
matches err 'new/go.mod asks for a Go that is newer than 1.26'
wants 0 "$GOL" run --go 1.26 new

# ---- a bounded search is no proof ----
wants 66 "$GOL" check --json racy.gol
matches out '"complete":true,"bounds":\[\],"status":66\}$'
wants 66 "$GOL" check --json --preemptions 0 racy.gol
matches out '"complete":(true,"bounds":\[\]|false,"bounds":\["0 preemptions"(,"one order [^"]*")?\]),"status":66\}$'
# What depends on the order of accesses that race is found although the race is hidden or nobody
# looks for it; an engine that takes one order of them says so.
program hidden.gol << 'END2'
x := 0
done := make(chan bool, 1)
go func() { x = 1; done <- true }()
if x == 1 {
	panic("one")
}
<-done
END2
echo 'x' > hide
for flags in '--detector none' '--detector lockset' '--suppress hide'; do
    wants 2 "$GOL" check --json $flags hidden.gol
    matches out '"complete":true,"bounds":\[\],"status":2'
    wants 2 "$GOL" check --json --engine reduced $flags hidden.gol
    matches out '"complete":false,"bounds":\["one order of the accesses that race'
done
for engine in reduced states; do
    wants 66 "$GOL" check --engine $engine racy.gol
    matches err ' within one order of the accesses that race \(--engine dpor takes all\) \('
done
program sleep.gol << 'END2'
select {
case <-make(chan int):
case <-time.After(time.Millisecond):
}
END2
wants 0 "$GOL" check --json --late 1ms sleep.gol
matches out '"complete":false,"bounds":\["at most 1 ms of time passing while a goroutine can run"\]'
wants 0 "$GOL" check --late 1ms sleep.gol
lacks err ' all |only execution'
mkdir c
program c/c_test.go << 'END2'
package c

import (
	"sync"
	"testing"
)

func TestQuick(t *testing.T) {}

func TestLong(t *testing.T) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range 12 {
		wg.Add(1)
		go func() { defer wg.Done(); mu.Lock(); mu.Unlock(); mu.Lock(); mu.Unlock() }()
	}
	wg.Wait()
}
END2
wants 0 "$GOL" test --check --time 100ms c
matches out '^    TestQuick: passed under the only execution$'
matches out '^    TestLong: passed under [0-9]+ executions within the time: more were left$'
matches out '^ok  	c	[0-9.]+s	2 tests	checked: 1 in all executions, 1 within bounds$'

# ---- one verdict of a run and its predictions ----
wants 66 "$GOL" run --json --predict racy.gol
tail -n 1 out > last
matches last '"verdict":"race".*"status":66\}$'

# ---- reports ----
mkdir d
program d/d_test.go << 'END2'
package d

import "testing"

var x int

func set(n int) { x = n }
func twice(n int) { set(n) }

func TestRace(t *testing.T) {
	done := make(chan bool)
	go func() { twice(1); done <- true }()
	twice(2)
	<-done
}

func TestPanic(t *testing.T) { panic("once") }
func TestDeadlock(t *testing.T) { <-make(chan int) }
func TestFails(t *testing.T) { t.Fail() }
END2
wants 66 "$GOL" test d
said
[ "$(grep -c 'called by d.twice' said)" = 2 ] || bad 'an access has no stack' "$(cat said)"
[ "$(grep -c '^	panic: once$' said)" = 1 ] || bad 'a panic is printed more than once'
[ "$(grep -c '^fatal error: all goroutines' said)" = 1 ] || bad 'a deadlock is printed more than once'
lacks said 'testing\.\(\*T\)\.run'
program twice.go << 'END2'
package main

var x int

func set(n int)   { x = n }
func twice(n int) { set(n) }

func main() {
	done := make(chan bool)
	go func() { twice(1); done <- true }()
	twice(2)
	<-done
}
END2
wants 66 "$GOL" fuzz --first -j 1 twice.go
sed "/^show/q" err > report
[ "$(grep -c 'called by main.twice' report)" = 2 ] || bad 'an access has no stack' "$(cat report)"
eval "set -- $(sed -n 's/^replay: gol //p' report)"
wants 66 "$GOL" "$@"
same err report

# A search's end at a limit, and its replay.
echo 'c := make(chan int, 1); for len(c) == 0 { }' > loop.gol
wants 3 "$GOL" check --steps 1000 loop.gol
matches err '^livelock or long computation: no end within the step limit$'
eval "set -- $(sed -n 's/^replay: gol //p' err | head -n 1)"
wants 3 "$GOL" "$@"
matches err '^livelock or long computation: no end within the step limit$'

# ---- names ----
# A file has one name, a generic function no arguments, the driver of the tests and the library's
# own goroutines are not shown.
mkdir -p m/one m/two
printf 'module ex.com/m\n\ngo 1.22\n' > m/go.mod
program m/one/one.go << 'END2'
package one

type Box[T any] struct{ V T }

func (b *Box[T]) Set(v T) { b.V = v }
END2
printf 'package two\n' > m/two/two.go
program m/two/two_test.go << 'END2'
package two

import (
	"ex.com/m/one"
	"testing"
)

func TestBox(t *testing.T) {
	var a one.Box[int]
	var b one.Box[string]
	done := make(chan bool)
	go func() { a.Set(1); b.Set("x"); done <- true }()
	b.Set("y")
	<-done
	a.Set(2)
}

func TestDeadlock(t *testing.T) { <-make(chan int) }

func TestEndless(t *testing.T) {
	for t != nil {
	}
}
END2
wants 66 "$GOL" test --steps 100000 ./m/two
said
matches said 'in ex.com/m/one.\(\*Box\[\.\.\.\]\)\.Set  m/one/one.go:5:29'
matches said 'in package testing$'
matches said '^livelock or long computation: no end within the step limit$'
matches said '^ex.com/m/two.TestEndless\(\.\.\.\)$'
matches said '^	m/two/two_test.go:2[01]$'
lacks said '\./m/two/|\[int\]|\[string\]|testing/|testmain|testing\.'
cd m/two
wants 66 "$GOL" test -run Box .
said
matches said 'Set  \.\./one/one.go:5:29'
matches said 'by ex.com/m/two.TestBox.func1 at two_test.go:12:24'
wants 66 "$GOL" test -run Box ../two
said
matches said 'by ex.com/m/two.TestBox.func1 at two_test.go:12:24'
wants 1 "$GOL" test -run Endless -timeout 10ms .
said
matches said '^timeout: no end within the time limit$'
matches said '^ex.com/m/two.TestEndless'
cd ../..
# A title names as many goroutines as fit into it, the report all.
program asleep.gol << 'END2'
c := make(chan int)
go func() { c <- 1 }()
go func() { select {} }()
go func() { <-make(chan int) }()
go func() { make(chan bool) <- true }()
var d chan int
<-d
END2
wants 2 "$GOL" check --json asleep.gol
matches out '"title":"deadlock: all goroutines are asleep: main.main.func1 \([^"]*main.func4 \([^,]*, ...",'
matches out 'goroutine 5 '
# It names them by place: whichever goroutine was where, the finding has one title.
program ends.gol << 'END2'
var mu sync.Mutex
for range 2 {
	go func() {
		mu.Lock()
		mu.Lock()
	}()
}
select {}
END2
for seed in 1 2 3 4 5 6 7 8 9; do
    "$GOL" run --json --seed $seed ends.gol 2> err | sed -n 's/.*"title":"\([^"]*\)".*/\1/p'
done > titles
for seed in 1 2 3 4 5 6 7 8 9; do head -n 1 titles; done > one_title
matches one_title '^deadlock: '
same one_title titles
finish
