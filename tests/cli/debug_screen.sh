# The debugger on the full screen, in a real terminal; and of a test.
. "$ROOT/tests/cli/lib.sh"
lost_update_program
program long.go << 'END'
package main

func main() {
	c := make(chan int, 1)
	for {
		c <- 1
		<-c
	}
}
END

# debugger FLAGS...: on the screen. left STATUS: waits until it has been left.
debugger()
{
    rm -f left
    terminal "'$GOL' debug $*; echo \$? > left; true"
}
left()
{
    local tries
    for tries in $(seq 200); do
        [ -s left ] && break
        sleep 0.05
    done
    [ "$(cat left)" = "$1" ] || bad "left with $(cat left), not $1" "$(cat screen)"
}

# The lost update by hand: a breakpoint at the cursor, picks, a look, a schedule.
debugger --detector none lost.go
shows '^ gol debug lost.go +at [0-9]+ \(step\)'
shows '8  var n int // größer'
shows '^1 +21>.*wg\.Add\(2\)'
keys Up Up Up Up Up Up Up Up Up t
shows '^ +\*  12 .*have := n'
shows '^break lost.go:12$'
keys c
shows 'at [0-9]+\.1 \(breakpoint\): breakpoint 1'
shows '^2,3 +\*  12>'
shows '->2 main.add'
keys s 3 2 3
shows '->3 main.add'
shows '^2,3 +13>'
keys Tab
shows 'Variables at goroutine 1'
keys Tab v
shows '^print:'
keys have Enter
shows '^0$'
keys S
keys lost.sched Enter
shows '^saved; gol replay lost.sched follows it$'
keys ':' 'delete 1' Enter 2 3 c
shows '\(end\) +ended: clean'
shows '^n is 1$'
keys q
left 0
"$GOL" replay --detector none lost.sched lost.go > again
matches again '^n is 1$'

# Backwards, conditions, run to the cursor; a race.
debugger lost.go
shows '\(step\)'
keys c
shows '\(race\): .* on n'
shows 'Races so far'
keys R
shows '^race: .* on n '
keys b
shows 'at [0-9]+ \(step\)'
keys g
shows 'at 0 \(step\)'
keys s
shows '^1 +21>'
keys Up Up Up Up Up Up Up i
shows '^break there if'
keys 'n == 2' Enter
shows '^break lost.go:14 if n == 2$'
keys c c
shows '\(breakpoint\): breakpoint 1'
keys v n Enter
shows '^2$'
keys w
keys n Enter
shows 'next: write of n'
keys v n Enter
shows '^1$'
keys g
shows 'at 0 \(step\)'
keys s
shows '^1 +21>'
keys Down Down r
shows '^1 +23>'
keys '?'
shows 'one step before what goes wrong'
keys x f
shows '\(step\): one step before: .* on n'
keys ':' frob Enter
shows 'there is no command "frob"'

# Another size of the window, one that is too small, and back.
in_tmux resize-window -x 100 -y 24
shows '^ s step  b back  1-9 pick .* q leave'
in_tmux resize-window -x 40 -y 10
shows 'the window is too small'
in_tmux resize-window -x 80 -y 40
shows '^ gol debug lost.go'
keys C-c
keys ':' quit Enter
left 0

# Ctrl-C stops a run that does not end; a finding opens one step before.
debugger long.go
shows '\(step\)'
keys c
sleep 0.5
keys C-c
shows '\(interrupt\)'
keys q
left 0
"$GOL" run --seed 3 lost.go > /dev/null 2> err
flags=$(sed -n 's/^replay: gol run \(.*\) lost.go$/\1/p' err)
rm -f left
terminal "TERM=vt100 '$GOL' debug $flags lost.go; echo \$? > left; true" # without colors
shows '\(step\): one step before: .* on n'
keys q
left 0
debugger --plain lost.go
shows '^debug>$'
keys C-d
left 0

# Two files, the second without an end of its last line, and more goroutines than there is room for; a line
# and an output that are no plain text; a panic.
mkdir two
program two/go.mod << 'END'
module two

go 1.23
END
program two/main.go << 'END'
package main

import (
	"fmt"
	"sync"
	"time"
)

var wg sync.WaitGroup
var mu sync.Mutex
var gate = make(chan int, 2)

func main() {
	wg.Add(12)
	for range 12 {
		go wait()
	}
	time.Sleep(time.Second)
	fmt.Print("one\ntwo\nthree \xff\x01 世界\nfour")
	close(gate)
	wg.Wait()
	panic("all have waited")
}
END
wide=世世世世世世世世世世世世世世世世世世世世世世世世世世
printf 'package main\n\nfunc wait() {\n\tmu.Lock() // %s\n\tdefer mu.Unlock()\n\t<-gate\n\twg.Done()\n}' $wide > two/work.go
debugger two
shows '\(step\)'
keys b g b
shows '^this is the start$'
keys ':' 'until work.go:6' Enter
shows '6>.*<-gate'
shows '^[0-9, ]+ 4  +mu.Lock\(\) // 世{7}[x│]'
shows '^ +8  }'
shows 'Goroutines \(1?[0-9]\)'
shows '^two/work.go '
shows 'Locks'
keys t
shows '^break two/work.go:6$'
shows '^[0-9, ]+\*   6>'
keys t
shows '^[0-9, ]+    6>'
keys k k j
keys Enter
shows 'at [0-9]+ \(step\)'
keys v Enter i Enter
shows '^ s step  b back'
keys ':' 'until main.go:20' Enter
shows '20>.*close\(gate\)'
shows 'Goroutines \(13\)'
shows '^three \?\? 世界$'
shows '^four$'
shows_not '^two$'
keys BTab
shows 'Variables at goroutine 13'
shows 'work.go:'
keys l mu Enter
shows 'next: mu.Lock\(\)'
keys W gate Enter
keys c
shows 'ended: '
shows 'panic: all have waited'
keys s
shows '^the program has ended; `back` goes back$'
keys Home
shows 'at 0 \(step\)'
in_tmux resize-window -x 64 -y 17
shows '^ gol debug two +at 0 '
keys c
shows '\(watch\): goroutine 1 has written gate'
keys ':' 'until main.go:20' Enter
shows 'Goroutines \(13\)'
keys Tab Tab Tab Tab Tab Tab
shows '7 main.wait'
in_tmux resize-window -x 80 -y 40
keys '?'
shows 'any key goes back'
keys q q
left 0

# A test, by the words of its replay: line.
mkdir queue
cat > queue/queue_test.go << 'END'
package queue

import "testing"

func TestFine(t *testing.T) {}

func TestOrder(t *testing.T) {
	got := make(chan int, 2)
	go func() { got <- 1 }()
	go func() { got <- 2 }()
	if first := <-got; first != 1 {
		t.Errorf("first came %d", first)
	}
	<-got
}
END
wants 1 "$GOL" test --fuzz 50 ./queue
said
command=$(sed -n "s/^replay: gol test //p" said)
[ -n "$command" ] || bad "no replay" "$(cat out)"
printf '%s\n' 'stack' 'back 2' 'save here.sched' | eval "\"$GOL\" debug $command" > out 2> err
matches out '^at [0-9]+ \(step\): one step before'
matches out 'queue_test.go:[0-9]+'
[ -s here.sched ] || bad "here.sched was saved elsewhere"
printf '%s\n' 'break queue_test.go:14' continue 'goroutines' | "$GOL" debug -run 'TestOrder' queue > out 2> err
matches out 'breakpoint 1'
matches out 'goroutine 2 .*queue_test.go:14:'
wants 1 "$GOL" debug -run Test queue
matches err "^gol debug: -run 'Test' is more than one test: TestFine TestOrder$"
wants 1 "$GOL" debug -run Nosuch queue
matches err '^gol debug: no test in queue matches'
printf '%s\n' 'break lost.go:14 if n == 1' 'watch n' stops 'until lost.go:14' 'until nosuch.go:1' |
    "$GOL" debug lost.go > out
matches out '^1 lost.go:14 if n == 1$'
matches out '^2 writes of n$'
finish
