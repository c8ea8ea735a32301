# The debugger backwards: searches, many checkpoints, what cannot be gone back to; processes that die.
. "$ROOT/tests/cli/lib.sh"
# debugs PROGRAM COMMANDS...: one a line, to ./out.
debugs()
{
    local program=$1
    shift
    printf '%s\n' "$@" | timeout 50 "$GOL" debug $flags "$program" > out 2> err || bad "status $?: $*"
}
flags="--detector none"

program long.go << 'END'
package main

import "sync"

var n int
var rw sync.RWMutex

func main() {
	c := make(chan int, 1)
	for {
		n++
		c <- 1
		rw.RLock()
		<-c
		rw.RUnlock()
		rw.Lock()
		rw.Unlock()
	}
}
END

# A search ends where it has begun, also in a program without an end and within a step.
debugs long.go 'break long.go:12' continue continue continue 'last break' 'print n' 'last break' \
    'print n' 'last break' 'print n'
[ "$(grep -x '[0-9]' out | tr '\n' ' ')" = "2 1 1 " ] || bad "breakpoints, backwards:" "$(cat out)"
matches out '^not before here$'
debugs long.go 'break long.go:12' continue continue 'last lock rw' 'last lock rw' 'last write n' \
    'last lock n' 'last read n' last
matches out '\| 		rw.Lock\(\)$'
matches out '\| 		rw.RLock\(\)$'
matches out '\| 		n\+\+$'
matches out '^not before here$'
[ "$(grep -xc 'back to what? write NAME, lock NAME or break' out)" = 2 ] || bad "no question" "$(cat out)"

# More checkpoints than are kept, each before a position that was asked for: the older ones are thinned
# out, and every position is the same again.
for ((at = 200; at <= 26200; at += 200)); do echo "goto $at"; done > there
printf '%s\n' 'goto 20201' 'print n' 'goto 401' 'print n' 'goto 26001' 'print n' > again
cat there again | timeout 250 "$GOL" debug $flags long.go | grep -x '[0-9]*' > got
timeout 50 "$GOL" debug $flags long.go < again | grep -x '[0-9]*' > want
same got want "positions after many checkpoints"
[ "$(wc -l < want)" = 3 ] || bad "no positions"

# N.I is on the way to N: no step has that many instructions; further back than is remembered; to the start.
debugs long.go 'goto 500.2' back 'goto 500' 'goto 500.1' 'goto 500.900' 'back 400' 'goto 0.9' back 'pick 9' 'pick 1'
case $GOL in
*stress*) ;; # its steps are shorter
*)
    [ "$(grep -o '^at [0-9.]*' out | tr '\n' ' ')" = "at 1 at 500.2 at 499 at 500 at 500.1 at 500 at 100 at 0 at 1 " ] ||
        bad "positions:" "$(grep '^at' out)"
    ;;
esac
matches out '^this is the start$'
matches out '^that goroutine cannot go on now$'
debugs long.go 'break long.go:12' continue continue step step 'last break' 'last break'
[ "$(grep -o '^at [0-9.]*' out | tail -1)" = "at 3.1" ] || bad "no breakpoint in the step before" "$(cat out)"

flags="--detector none --seed 3"
debugs long.go 'goto 500' 'back 100000' 'step 2' 'back 9' 'last write n' 'break ong.go:12' 'break no/long.go:12' \
    'until long.go:16'
[ "$(grep -o '^at [0-9.]*' out | tr '\n' ' ')" = "at 1 at 500 at 0 at 2 at 1 at 7.1 " ] || bad "by a seed:" "$(grep ^at out)"
flags="--detector none"

# Picks that were made later are forgotten where another one is made.
program two.go << 'END'
package main

import "fmt"

var order string

func add(s string, done chan bool) {
	order += s
	done <- true
}

func main() {
	done := make(chan bool, 2)
	go add("a", done)
	go add("b", done)
	<-done
	<-done
	fmt.Println("order", order)
}
END
debugs two.go 'pick 2' 'pick 2' 'pick 2' 'back 3' 'pick 3' 'pick 3' 'pick 3' \
    continue 'save picked.sched' continue step 'next' 'pick 2' 'until two.go:17'
matches out '^order ba$'
[ "$(grep -c 'the program has ended; `back` goes back' out)" = 5 ] || bad "ended:" "$(cat out)"
"$GOL" replay $flags picked.sched two.go > again 2> err
matches again '^order ba$'

# What goes wrong: nothing, a panic, a deadlock.
failure()
{
    program wrong.go << END
package main

var c = make(chan int)

func main() {
	$2
	println("on")
	$3
}
END
    debugs wrong.go 'failure'
    matches out "$1"
}
failure '^at 0 \(step\): nothing goes wrong in this run$' '' ''
failure '^at [1-9][0-9]* \(step\): one step before: panic$' '' 'c = nil; close(c)'
failure '^at [1-9][0-9]* \(step\): one step before: deadlock$' 'c <- 1' ''


# Stops: there is a most of them; those to be gone to once need a place and are no breakpoints.
(for ((i = 1; i <= 65; i++)); do echo 'break long.go:12'; done; echo 'until long.go:11'; echo stops) |
    timeout 50 "$GOL" debug $flags long.go > out
[ "$(grep -c '^too many breakpoints$' out)" = 2 ] || bad "too many breakpoints:" "$(tail -3 out)"
[ "$(grep -c '^[0-9]* long.go:12$' out)" = 64 ] || bad "stops:" "$(tail -3 out)"
debugs long.go until 'until long.go' 'until long.go:14' stops 'break long.go:12 if n == 9' 'watch mu' 'watch n' stops \
    'delete 0' 'delete x' 'delete 1' stops help 'delete 2' 'goto 100.1' into next 'stack 7' 'variables 7'
[ "$(grep -xc 'to which line? FILE:LINE' out)" = 2 ] || bad "until without a line" "$(cat out)"
matches out '^at [0-9]+\.[0-9]+ \(breakpoint\)$'
matches out '^none$'
matches out '^there is no variable mu here$'
matches out '^1 long.go:12 if n == 9$'
matches out '^2 writes of n$'
matches out '^  pick G +goroutine G takes the next step'
[ "$(grep -c '^there is no such goroutine now$' out)" = 2 ] || bad "goroutine 7" "$(tail -3 out)"
[ "$(grep -c '^at .*(line)$' out)" = 2 ] || bad "lines" "$(tail -8 out)"

# A process that dies is replaced; what has been asked of it is said not to have been done.
coproc debugger { exec "$GOL" debug --json $flags long.go; }
asks() { echo "$1" >&"${debugger[1]}" && read -r -t 50 reply <&"${debugger[0]}"; echo "$reply" > reply; }
workers() { pgrep -P "$debugger_PID"; }
asks '{"do":"step","n":9}'
matches reply '"stopped":"step"'
for worker in $(workers); do kill -9 "$worker"; done
asks '{"do":"step"}'
matches reply '^\{"error":"the process that ran the program has died; the run begins anew"\}$'
asks '{"do":"step"}'
matches reply '"at":[0-9]*,"instr":0,"stopped":"step"'
# When the debugger itself is killed, the rest ends by itself.
asks '{"do":"goto","at":200}'
left=$(workers)
[ -n "$left" ] || bad "no process runs the program"
kill -9 "$debugger_PID"
for tries in $(seq 200); do
    alive=
    for worker in $left; do kill -0 "$worker" 2> /dev/null && alive=1; done
    [ -z "$alive" ] && break
    sleep 0.05
done
[ -z "$alive" ] || bad "processes outlive the debugger"
finish
