# The debugger by plain lines: forwards, backwards, picks, searches, breakpoints, schedules.
. "$ROOT/tests/cli/lib.sh"
lost_update_program
# debugs COMMANDS...: one a line, to ./out.
debugs() { printf '%s\n' "$@" | timeout 50 "$GOL" debug $flags lost.go > out 2> err || bad "status $?"; }

# The lost update by hand: both read before either writes.
flags="--detector none"
debugs 'break lost.go:12' 'continue' 'pick 3' 'step' 'pick 2' 'goroutines' 'print have' 'pick 2' \
    'pick 3' 'save lost.sched' 'delete 1' 'continue'
matches out '^number 1$'
matches out 'breakpoint 1'
matches out 'goroutine 3 main.add .*next: write of n'
"$GOL" replay --detector none lost.sched lost.go > again
matches again '^n is 1$'
matches out '^n is 1$'
matches out '^the program has ended: clean$'

# Backwards: the same positions again, and other futures from there.
debugs 'step 8' 'back 3' 'step 3' 'back' 'goto 0' 'back 5'
at=$(grep -o '^at [0-9]*' out | sed -n '2p')
[ "$at" = "$(grep -o '^at [0-9]*' out | sed -n '4p')" ] || bad "back 3, step 3 leads elsewhere" "$(cat out)"
matches out '^this is the start$'
debugs 'watch n' 'continue' 'continue' 'print n' 'last write n' 'print n' 'last write n' 'print n' 'last write n'
[ "$(grep -x '[0-9]' out | tr '\n' ' ')" = "2 1 0 " ] || bad "writes of n, backwards:" "$(cat out)"
matches out '^not before here$'
debugs 'break lost.go:16 if n == 2' 'continue' 'locks' 'last lock mu' 'locks' 'channels' 'stack' 'variables' 'next'
matches out '^mu +held by goroutine [23]$'
matches out 'next: mu.Lock\(\)'
matches out '^none$'
matches out '^wg = &'

# A race stops it, and a finding opens one step before.
flags=""
debugs 'continue' 'races' 'step 1000' 'step 100' 'quit'
matches out '^at [0-9]+ \(race\): .* on n$'
matches out '^race: .* on n '
matches out '^the program has ended: race$'
"$GOL" run --seed 3 lost.go > /dev/null 2> err
flags=$(sed -n 's/^replay: gol run \(.*\) lost.go$/\1/p' err)
[ -n "$flags" ] || bad "no replay"
debugs 'goroutines' 'races' 'step' 'races'
matches out '^at [0-9]+ \(step\): one step before: .* on n$'
matches out 'next: (write|read) of n'
[ "$(grep -c '^race: ' out)" = 1 ] || bad "the race is not in the next step" "$(cat out)"

# Values: nested ones to a depth, long ones to a length, text as it is written in Go.
cat > values.go << 'END'
package main

type node struct {
	name string
	next *node
}

type nested map[string]nested

var (
	text  = "say \"é\"\n"
	list  = &node{"a", &node{"b", &node{"c", &node{"d", nil}}}}
	inner = nested{"a": {"b": {"c": {"d": {"e": nil}}}}}
	long  = make([]int, 30)
	rows  = [][][][][]int{{{{{1}}}}}
	boxed interface{} = [2]float32{1.5, 2}
)

func main() {
	println(text, list, inner, long, rows, boxed)
}
END
printf '%s\n' 'break values.go:20' continue 'print text' 'print list' 'print inner' 'print long' \
    'print rows' 'print boxed' | "$GOL" debug --detector none values.go | tail -6 > got
cat > want << 'END'
"say \"é\"\n"
&{name:"a" next:&{name:... next:...}}
map["a":map["b":map["c":map[...:...]]]]
[0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ...]
[[[[...]]]]
[1.5 2]
END
same got want "values in the debugger"

# Of all objects the channels alone are channels.
program chans.go << 'END'
package main

import "sync"

var mu sync.Mutex
var c = make(chan int, 2)

func main() {
	box, m := &struct{ n int }{1}, map[int]int{1: 2}
	go func() { c <- box.n + m[1] }()
	c <- 1
	mu.Lock()
	mu.Unlock()
	println(box.n)
}
END
printf '%s\n' 'break chans.go:14' continue channels | "$GOL" debug --detector none chans.go | tail -2 > got
sed 1d got > channels
matches got '^    14 '
matches channels '^c  +chan int, 1 of 2 buffered'

# What is not there is said.
flags=""
debugs 'print nosuch' 'watch nosuch' 'break nosuch' 'delete 7' 'pick 9' 'frob' 'last write' 'last nothing' 'save' 'save /no/such'
matches out 'there is no variable nosuch here'
matches out '^a breakpoint needs FILE:LINE$'
matches out '^there is no breakpoint'
matches out '^that goroutine cannot go on now$'
matches out '^there is no command "frob"'
matches out '^save to which file\?$'
matches out '^cannot write /no/such'
wants 1 "$GOL" debug
wants 1 "$GOL" debug --schedule 0.9.9 nosuch.go

# Requests and replies.
printf '%s\n' '{"do":"step","n":3}' '{"do":"nothing"}' 'no JSON' '{"do":"look","what":"channels"}' |
    "$GOL" debug --json lost.go > out
[ "$(wc -l < out)" = 4 ] || bad "four requests, but not four replies"
matches out '^\{"at":[0-9]+,"instr":0,"stopped":"step"'
matches out '^\{"error":"there is no such request"\}$'
matches out '^\{"lines":\[\]\}$'
finish
