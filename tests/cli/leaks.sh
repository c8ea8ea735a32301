# Goroutines that are left blocked: in main programs and in tests, with tickers and TestMain.
. "$ROOT/tests/cli/lib.sh"

# A ticker that nothing reads is no reason to wait, a goroutine that sleeps is.
program ticker.gol << 'END'
t := time.NewTicker(time.Millisecond)
go func() { time.Sleep(time.Minute); c := make(chan int); c <- 1 }()
fmt.Println(t != nil)
END
wants 2 timeout 20 "$GOL" run --leaks ticker.gol
matches err 'leak: .*\(chan send\) at ticker.gol:2'
wants 0 timeout 20 "$GOL" run ticker.gol
wants 2 timeout 20 "$GOL" fuzz -j 1 --schedules 20 --leaks ticker.gol

mkdir pkg
cat > pkg/a_test.go << 'END'
package pkg

import (
	"sync"
	"testing"
	"time"
)

func TestLocksTwice(t *testing.T) {
	var mu sync.Mutex
	go func() { mu.Lock(); mu.Lock() }()
	time.Sleep(time.Millisecond)
}

func TestSends(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
}

func TestReceives(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c
}
END
wants 2 "$GOL" test --leaks=off -v pkg
matches out '^    lock cycle: .*\(sync.Mutex.Lock\) at .*a_test.go:11'
matches out '^--- PASS: TestSends'
for search in "" "--leaks" "--fuzz 5" "--check"; do
    # shellcheck disable=SC2086 # several words
    wants 2 "$GOL" test $search -v pkg
    matches out '^--- FAIL: TestLocksTwice'
    matches out '^--- PASS: TestReceives'
    matches out '^--- FAIL: TestSends'
    matches out '^    leak: .*\(chan send\) at .*a_test.go:17'
done

# The same with a TestMain that exits as most do.
cat > pkg/main_test.go << 'END'
package pkg

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }
END
wants 2 "$GOL" test -v pkg
matches out '^--- FAIL: TestLocksTwice'
matches out '^--- PASS: TestReceives'
matches out '^--- FAIL: TestSends'

# A main that goes on: reported once, where it exists, with the goroutines that are there by then.
program server.go << 'END'
package main

import "time"

func worker(jobs chan int) {
	for range jobs {
	}
}

func main() {
	jobs := make(chan int)
	go worker(jobs)
	go worker(jobs)
	jobs <- 1
	for i := 0; i < 100; i++ {
		time.Sleep(time.Second)
		for j := 0; j < 50000; j++ {
		}
		if i == 98 {
			println("still serving")
		}
	}
}
END
wants 2 "$GOL" run --leaks server.go
matches err '^leak: blocked for ever: main.worker \(chan receive\) at server.go:6:12, started at server.go:12:2$'
matches err '^leak: .* at server.go:6:12, started at server.go:13:2$'
[ "$(grep -c ^leak: err)" = 2 ] || bad "reported more than once" "$(cat err)"
sed -n '/^leak/,$p' err | grep -q 'still serving' || bad "found at the end only" "$(cat err)"
wants 2 "$GOL" run --leaks --steps 1000000 server.go
matches err '^leak: .* at server.go:6:12, started at server.go:13:2$'

# What is meant: a line in a file, for where it is blocked or where it was started.
echo 'server.go:12 # meant' > meant
wants 2 "$GOL" run --leaks --suppress meant server.go
matches err '^gol: leaks not shown: 1 by --suppress$'
lacks err 'started at server.go:12'
echo 'main.work*' > meant
wants 0 "$GOL" run --leaks --suppress meant server.go
matches err '^gol: leaks not shown: 2 by --suppress$'

wants 2 "$GOL" run --leaks --json server.go
matches out '"type":"leak","title":"leak: .*"goroutines":1,"blocked":"server.go:6:12","started":"server.go:12:2"'
wants 2 "$GOL" run --leaks --sarif log server.go
grep -Eq '"ruleId":[[:space:]]*"leak"' log && grep -Eq '"startLine":[[:space:]]*12' log || bad "SARIF" "$(cat log)"

# A function that a timer has been given mentions it.
program later.gol << 'END'
ctx, cancel := context.WithCancel(context.Background())
time.AfterFunc(time.Hour, func() { cancel() })
go func() { <-ctx.Done() }()
for i := range 100000 {
	if i < 0 {
		println(i)
	}
}
END
wants 0 "$GOL" run --leaks later.gol

# Main itself, although a ticker could go on for ever.
program stuck.go << 'END'
package main

import (
	"sync"
	"time"
)

func main() {
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Wait()
}
END
wants 2 timeout 20 "$GOL" run --leaks stuck.go
matches err '^leak: blocked for ever: main.main \(sync.WaitGroup.Wait\) at stuck.go:15:2$'
replay=$(sed -n 's/^replay: gol //p' err)
# shellcheck disable=SC2086 # several words
wants 2 timeout 20 "$GOL" $replay
matches err '^leak: blocked for ever: main.main '
mkdir stuck
sed 's/^package main/package stuck/; s/^import (/import ("testing"/; s/main()/TestStuck(*testing.T)/' stuck.go \
    > stuck/stuck_test.go
wants 2 timeout 20 "$GOL" test stuck
matches out '^--- FAIL: TestStuck \(timeout\)'
matches out '^    leak: .*\(sync.WaitGroup.Wait\) at stuck/stuck_test.go:15:2'

# In real time it is said while the others wait, and not only when the program ends.
program waits.gol << 'END'
go func() {
	for i := 0; i < 2; i++ {
		time.Sleep(5 * time.Millisecond)
		println("tick")
	}
	os.Exit(0)
}()
<-make(chan bool)
END
wants 2 "$GOL" run --leaks --real-time waits.gol
awk '/^leak: / { said = NR } /^tick$/ { last = NR } END { exit !(said && said < last) }' err ||
    bad "the leak is not said before the last tick" "$(cat err)"

# At the prompt.
"$GOL" repl > out 2>&1 << 'END'
c := make(chan int)
go func() { <-c }()
go func() { d := make(chan int); <-d }()
:goroutines
END
matches out '^goroutine 2 .*waits for a value from c$'
matches out '^goroutine 3 .*; leaked: it can never go on$'

# The program itself: runtime/pprof.
program profile.gol << 'END'
func wait(c chan int) { <-c }
held := make(chan int)
func use() chan int { return held }
go wait(held)
for range 2 { go wait(make(chan int)) }
type resource struct{ stop chan int }
r := &resource{make(chan int)}
runtime.SetFinalizer(r, func(r *resource) { close(r.stop) })
go wait(r.stop)
r = nil
time.Sleep(1)
p := pprof.Lookup("goroutineleak")
fmt.Println(p.Name(), p.Count(), pprof.Lookup("goroutine").Count(), pprof.Lookup("x") == nil)
p.WriteTo(os.Stdout, 1)
p.WriteTo(os.Stdout, 2)
END
wants 0 "$GOL" run profile.gol
matches out '^goroutineleak 2 5 true$'
matches out '^goroutineleak profile: total 2$'
matches out '^2 @$'
matches out '^goroutine 3 \[chan receive \(leaked\)\]:$'

# Reachable from a package-level variable: none, unless all that is blocked is asked for.
program global.go << 'END'
package main

import "time"

var jobs = make(chan int)

func main() {
	go func() {
		for range jobs {
		}
	}()
	go func() { select {} }()
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	go func() {
		for {
			time.Sleep(time.Hour)
		}
	}()
	go func() {
		for {
		}
	}()
}
END
wants 0 timeout 20 "$GOL" run --leaks global.go
wants 2 timeout 20 "$GOL" run --leaks=blocked global.go
matches err '^leak: .*\(chan receive\) at global.go:9:'
matches err '^leak: .*\(select \(no cases\)\) at global.go:12:'
wants 0 timeout 20 "$GOL" fuzz -j 1 --schedules 20 --leaks global.go
wants 1 "$GOL" run --leaks=some global.go

# A script is as the main package of the same text: what only its statements use is local to main.
program local.gol << 'END'
c := make(chan int)
d := make(chan int)
func get() int { return <-d }
go func() { c <- 1 }()
go func() { d <- 1 }()
for i := 0; i < 1000000; i++ {
	if i == 999999 {
		println("still")
	}
}
END
wants 2 "$GOL" run --leaks local.gol
matches err 'leak: .*\(chan send\) at local.gol:4'
lacks err 'at local.gol:5'
sed -n '/^leak/,$p' err | grep -q still || bad "found at the end only" "$(cat err)"
program address.gol << 'END'
var wg sync.WaitGroup
c := make(chan int)
wg.Add(1)
go func() { wg.Wait() }()
go func() {
	for range c {
	}
}()
go func() {
	p := &c
	for {
		time.Sleep(time.Second)
		select {
		case *p <- 1:
		default:
		}
	}
}()
END
wants 2 "$GOL" run --leaks --detector none address.gol
matches err 'leak: .*\(sync.WaitGroup.Wait\) at address.gol:4'
lacks err 'at address.gol:5'
# The goroutine is started where wg.Go is called, not in package sync.
cat > group.gol <<'END'
var wg sync.WaitGroup
c := make(chan int)
wg.Go(func() { <-c })
END
wants 2 "$GOL" run --leaks group.gol
matches err 'leak: .*\(chan receive\) at group.gol:3:16, started at group.gol:3:1'
matches err '^created by main.main in goroutine 1$'
finish
