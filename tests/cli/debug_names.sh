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

# Values of every kind: cut where they are long or deep, floats as short as they can be.
program values.go << 'END'
package main

import (
	"math"
	"unsafe"
)

type point struct{ x, y int }
type shape interface{ area() int }
type deep struct{ in *deep; m map[string]*deep }
type wide struct {
	a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r int
}

func (p point) area() int { return p.x * p.y }

var (
	quote            = "a\"b\\c\n\x01\x7fé"
	lengthy          = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
	umlauts          = "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"
	nan              = math.NaN()
	inf, ninf        = math.Inf(1), math.Inf(-1)
	third            = 1.0 / 3
	tenth    float32 = 0.1
	huge     float32 = 3.4e38
	imag             = complex(1, -2)
	imag64 complex64 = complex64(complex(0.1, math.Inf(1)))
	imagNan          = complex(math.NaN(), math.NaN())
	small    int8    = -5
	large    uint64  = 1<<64 - 1
	addr     uintptr = 7
	yes              = true
	empty    interface{}
	boxed    interface{} = point{1, 2}
	shaped   shape       = &point{3, 4}
	num      interface{} = 3.5
	noMap    map[string]int
	many     = map[int]int{1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 10, 11: 11, 12: 12, 13: 13, 14: 14, 15: 15, 16: 16, 17: 17}
	longKeys = map[string]string{lengthy: "x", "b": "y"}
	noChan   chan int
	someChan = make(chan int, 3)
	noFunc   func()
	someFunc = point.area
	noSlice  []int
	noPtr    *int
	toInt    = new(int)
	toGlobal = &small
	toPart   = &grid[1][2]
	grid     [2][3]int16
	nested   = &deep{&deep{&deep{&deep{}, nil}, nil}, map[string]*deep{"k": {}}}
	wides    = []wide{{a: 1, r: 2}}
	texts    = []string{lengthy, "b", "c"}
	fields   = struct{ a, b, c string }{lengthy, "b", "c"}
	ptr      = unsafe.Pointer(&small)
	none     struct{}
	lists    = [][]int{{1}, nil, {}}
	wild     = unsafe.Pointer(uintptr(7))
	noneAt   unsafe.Pointer
	inside   = unsafe.Pointer(&grid[1])
)

func main() {
	someChan <- 1
	println(nan, imag, yes)
	println(empty, noMap, noChan, noFunc == nil, noSlice, noPtr, none == struct{}{}, noneAt)
}
END
answers values.go 64 << 'END'
print quote => "a\"b\\c\n\x01\x7fé"
print lengthy => "01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678"...
print umlauts => "éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé"...
print nan => NaN
print inf => +Inf
print ninf => -Inf
print third => 0.3333333333333333
print tenth => 0.1
print huge => 3.4e+38
print imag => (1-2i)
print imag64 => (0.1+Infi)
print imagNan => (NaN+NaNi)
print small => -5
print large => 18446744073709551615
print addr => 7
print yes => true
print empty => nil
print boxed => {x:1 y:2}
print shaped => &{x:3 y:4}
print num => 3.5
print noMap => map[]
print many => map[1:1 2:2 3:3 4:4 5:5 6:6 7:7 8:8 9:9 10:10 11:11 12:12 13:13 14:14 15:15 16:16 ...]
print longKeys => map["0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234"...:""... ...]
print noChan => nil
print someChan => chan someChan
print noFunc => nil
print someFunc => main.point.area
print noSlice => []
print noPtr => nil
print toInt => &toInt
print toGlobal => &small
print toPart => &grid[1][2]
print grid => [[0 0 0] [0 0 0]]
print nested => &{in:&{in:... m:...} m:map["k":&nested.in]}
print wides => [{a:1 b:0 c:0 d:0 e:0 f:0 g:0 h:0 i:0 j:0 k:0 l:0 m:0 n:0 o:0 p:0 q:0 r:2}]
print texts => ["0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567"... ...]
print fields => {a:"01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345"... ...}
print ptr => &small
print none => {}
print lists => [[1] [] []]
print wild => ?
print noneAt => nil
print inside => &grid[1][0]
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
