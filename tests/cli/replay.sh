# The last line of a report is a command that brings the same report about again.
. "$ROOT/tests/cli/lib.sh"
racy_program
for flags in "" "--seed 4" "--seed 9"; do
    # shellcheck disable=SC2086
    "$GOL" run $flags racy.gol > out1 2> err1
    [ $? = 66 ] || bad "no race under '$flags'"
    command=$(sed -n 's/^ *replay: *gol //p' err1 | tail -n 1)
    [ -n "$command" ] || bad "no replay line"
    # shellcheck disable=SC2086
    "$GOL" $command > out2 2> err2
    [ $? = 66 ] || bad "replay of '$flags' finds no race: $command"
    same err1 err2
    lacks err2 'does not fit'
done

# Answers that the program has no question for: where, and no verdict.
wants 1 "$GOL" replay 0.9 racy.gol
lacks err '^race:'
matches err "^gol: step 2 of the schedule does not fit: .* among [23], the schedule answers 9$"
wants 1 "$GOL" replay 0^50.1 racy.gol
lacks err '^race:'
matches err '^gol: the schedule does not fit: of its 51 steps the program asked for [0-9]+$'
wants 1 "$GOL" replay --json --sarif log 0.9 racy.gol
matches out '^\{"type":"verdict","verdict":"error","races":0,.*"status":1\}$'
lacks log '"ruleId"'

# What a limit has cut short did not ask for the rest of the schedule.
program long.gol << 'END'
c := make(chan int)
go func() {
	for i := range 1000 {
		c <- i
	}
	close(c)
}()
for range c {
}
END
wants 0 "$GOL" run --seed 3 --save-schedule long.sched long.gol
wants 0 "$GOL" run --schedule long.sched long.gol
wants 3 "$GOL" run --steps 500 --schedule long.sched long.gol
matches err 'steps'
lacks err 'does not fit'

# A finding under default answers only: the first of them is not 0, since Gosched lets the other go on.
program late.gol << 'END'
var x atomic.Int32
go func() { x.Store(1) }()
runtime.Gosched()
if x.Load() == 1 { panic("late") }
END
wants 2 "$GOL" check --first late.gol
matches err '^replay: gol run --schedule 0\^0 late.gol$'
wants 2 "$GOL" run --schedule 0^0 late.gol
matches err '^panic: late$'

# A goroutine reads i twice after a write that it does not know. The first read is what later writes
# are compared with, in the search as in the replay, whose filter drops the second.
program twice.gol << 'END'
var out [2]int
i := 0
var done sync.WaitGroup
for i = 0; i < 2; i++ {
	done.Add(1)
	go func() {
		out[i%2] = i
		done.Done()
	}()
}
done.Wait()
END
wants 66 "$GOL" check --engine states --facts twice.gol
matches err 'twice.gol:7:7'
lacks err 'twice.gol:7:14'

# A race is reported as soon as it is certain that the schedule fits, also while the program goes on.
program asks.go << 'END'
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	n, c := 0, make(chan int)
	for i := 0; i < 2; i++ {
		go func() { n++; c <- 1 }()
	}
	<-c
	<-c
	line, _ := bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Print("it was ", line)
}
END
rm -f err # of the run before
mkfifo answer
{
    tries=0
    until grep -q '^race: ' err 2> grep.err || [ $((tries += 1)) -gt 300 ]; do sleep 0.1; done
    grep -q '^race: ' err && echo reported || echo silent
} > answer &
"$GOL" run --schedule 1 asks.go < answer > out 2> err
matches out '^it was reported$'
finish
