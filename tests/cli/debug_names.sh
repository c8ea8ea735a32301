# What the debugger calls a variable: parts of values, those behind pointers, conditions of breakpoints.
. "$ROOT/tests/cli/lib.sh"

# answers PROGRAM LINE: standard input has commands, a line each, and behind => what the last line of the
# reply is, at that line of the program.
answers()
{
    local command want
    while IFS= read -r line; do
        command=${line%% => *} want=${line#* => }
        printf '%s\n' "break $1:$2" continue "$command" |
            timeout 50 "$GOL" debug --detector none "$1" > out || bad "status $?: $command"
        [ "$(tail -n 1 out)" = "$want" ] || bad "$command: $(tail -n 1 out), not $want"
    done
}

program parts.go << 'END'
package main

type pair struct {
	a, b int32
	ok   bool
	s    string
}

type wide struct {
	name  string
	cells [20]int
	p     pair
}

type node struct {
	value int
	next  *node
}

var list = &node{1, &node{2, nil}}
var table = []pair{{1, 2, true, "x"}, {3, 4, false, "y"}}
var grid [3][2]int8
var näher = map[string]int{"a": 1}

func work(p pair, w wide, q *wide, short []int16, r *[3]int8) int {
	small := [3]int8{7, 8, 9}
	grid[2][1] = 5
	n := int(p.b) + w.cells[3] + q.cells[4] + int(short[1]) + int(small[2])
	println(n)
	return n
}

func main() {
	w := wide{name: "wide", p: pair{5, 6, true, "in"}}
	w.cells[3] = 33
	work(pair{1, 2, true, "s"}, w, &w, []int16{10, 11}, &[3]int8{1, 2, 3})
}
END
answers parts.go 30 << 'END'
print p.b => 2
print p.ok => true
print p.s => "s"
print w.cells[3] => 33
print w.p.b => 6
print q.cells[3] => 33
print q.p.s => "in"
print short[1] => 11
print small[2] => 9
print r[2] => 3
print *r => [1 2 3]
print list.next.value => 2
print *list.next => {value:2 next:nil}
print table[1].s => "y"
print table[1].ok => false
print grid[2][1] => 5
print näher => map["a":1]
print main.list.value => there is no variable main here
print list.next.next.value => there is no list.next.next.value
print *n => there is no n
print n.x => there is no n.x
print n[0] => there is no n[0]
print p. => there is no p.
print p.aa => there is no p.aa
print short[2] => there is no short[2]
print small[3] => there is no small[3]
print small[] => there is no small[]
print small[x] => there is no small[x]
print small[1 => there is no small[1
print small[18446744073709551617] => there is no small[18446744073709551617]
print n + 1 => there is no n + 1
watch n => no other goroutine can reach that variable
watch grid[2][1] => number 2
END

program loop.go << 'END'
package main

import "sync"

var n, limit int
var done bool
var word = "go"
var mu sync.Mutex

func count() {
	for n < limit {
		mu.Lock()
		n++
		mu.Unlock()
		done = n == 7
	}
}

func main() {
	limit = 20
	count()
	println(n)
}
END
# The value of n where a breakpoint with a condition first holds.
while IFS= read -r line; do
    condition=${line%% => *} want=${line#* => }
    printf '%s\n' "break loop.go:13 if $condition" continue 'print n' |
        timeout 50 "$GOL" debug --detector none loop.go > out || bad "status $?: $condition"
    [ "$(tail -n 1 out)" = "$want" ] || bad "if $condition: at $(tail -n 1 out), not $want"
done << 'END'
n == 3 => 3
n==6 => 6
n = 5 => 5
n >= 4 => 4
n > 4 => 5
n <= 1 => 0
n < 1 => 0
n != 0 => 1
done => 7
done == false => 0
n > 2 && n < 9 && done => 7
word == "go" && n == 2 => 2
word < "goz" => 0
word > "goz" => 20
n == => 20
nosuch == 3 => 0
END
printf '%s\n' 'break loop.go:13 if nosuch == 3' continue |
    timeout 50 "$GOL" debug --detector none loop.go > out
matches out '^at .*\(breakpoint\): breakpoint 1: there is no variable nosuch here$'
finish
