# Sourced by the scripts here: small assertions. A script fails when `check` saw a failure.
failures=0
program() { cat > "$1"; }

# wants STATUS COMMAND...: runs it, keeps ./out and ./err.
wants()
{
    local wanted=$1 status
    shift
    "$@" > out 2> err < /dev/null
    status=$?
    [ $status = "$wanted" ] || bad "status $status, not $wanted: ${*/#$GOL/gol}" "$(head -n 5 err)"
}
matches() { grep -aEq -- "$2" "$1" || bad "$1 lacks: $2" "$(head -n 5 "$1")"; }
lacks() { ! grep -aEq -- "$2" "$1" || bad "$1 has: $2"; }
same() { cmp -s "$1" "$2" || bad "$1 and $2 differ" "$(diff -a "$1" "$2" | head -n 5)"; }
# What gol test reports of its tests stands in their output, indented: writes it to ./said.
said() { sed -n 's/^    //p' out > said; }
# The same but for the seconds that gol test took for a package.
same_but_time()
{
    sed -E 's/^((ok|FAIL) *	[^	]*	)[0-9.]+s/\10s/' "$2" > but_time && same "$1" but_time
}
bad() { printf '%s\n' "$@"; failures=$((failures + 1)); }
finish() { exit $((failures > 0)); }

# A test, in ./PACKAGE/PACKAGE_test.go, in which one of two increments is lost under some schedules: no
# race, since each half of one holds the lock.
lost_update_test()
{
    program "$1/$1_test.go" << END
package $1

import (
	"sync"
	"testing"
)

func TestLost(t *testing.T) {
	var mu sync.Mutex
	n := 0
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			old := n
			mu.Unlock()
			mu.Lock()
			n = old + 1
			mu.Unlock()
		}()
	}
	wg.Wait()
	if n != 2 {
		t.Fatal("lost", n)
	}
}
END
}

# A main program, in ./lost.go, with the same between races; add begins in line 11.
lost_update_program()
{
    program lost.go << 'END'
package main

import (
	"fmt"
	"sync"
)

var n int // größer
var mu sync.Mutex

func add(wg *sync.WaitGroup) {
	have := n
	n = have + 1
	mu.Lock()
	defer mu.Unlock()
	wg.Done()
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go add(&wg)
	go add(&wg)
	wg.Wait()
	fmt.Println("n is", n)
}
END
}

# A race, in ./racy.gol, with a write behind a condition that only some executions reach.
racy_branch_program()
{
    program racy.gol << 'END'
x, y := 0, 0
var m sync.Mutex
var wg sync.WaitGroup
for range 3 {
	wg.Add(1)
	go func() {
		m.Lock()
		x++
		m.Unlock()
		if x == 1 {
			y++
		}
		wg.Done()
	}()
}
wg.Wait()
END
}

racy_program()
{
    program racy.gol << 'END'
x := 0
done := make(chan bool)
go func() { x = 1; done <- true }()
go func() { x = 2; done <- true }()
<-done
<-done
END
}

# N goroutines count atomically and under a lock: a search of many states, without a fault.
counting_program()
{
    program counting.gol << END
var x, y atomic.Int64
var wg sync.WaitGroup
var mu sync.Mutex
n := 0
for range $1 {
	wg.Add(1)
	go func() {
		for range 3 {
			x.Add(1)
			mu.Lock()
			n++
			mu.Unlock()
			y.Add(1)
		}
		wg.Done()
	}()
}
wg.Wait()
if n != 3*$1 {
	panic("lost")
}
END
}

# A real terminal, 80 columns wide: `terminal COMMAND` starts it, `keys` types (names as of tmux:
# Enter, C-c, ...), `shows` waits for a line of its screen, `shows_not` looks at once.
in_tmux() { tmux -f /dev/null -S "$PWD/tmux" "$@" 2> /dev/null; }
terminal()
{
    trap 'in_tmux kill-server' EXIT
    in_tmux has-session || in_tmux new-session -d -x 80 -y 40 cat \; set -g remain-on-exit on
    in_tmux respawn-pane -k "clear; export HOME='$PWD' TERM=screen; $*; echo \"[status \$?]\""
}
keys() { in_tmux send-keys "$@"; }
screen() { in_tmux capture-pane -p > screen; }
shows()
{
    local tries
    for tries in $(seq 200); do
        screen
        grep -aEq -- "$1" screen && return
        sleep 0.05
    done
    bad "after ${tries} looks the screen lacks: $1" "$(cat screen)"
}
shows_not() { screen; lacks screen "$1"; }
# Pastes standard input as a terminal does that marks what is pasted.
pastes() { in_tmux load-buffer - && in_tmux paste-buffer -p; }
