# A variable of the library is initialised if the program uses it or if the initialiser may have an effect, in
# the order of the language either way; what nothing uses is not even checked.
. "$ROOT/tests/cli/lib.sh"
mkdir -p go/src/expvar go/src/net/textproto
program go/src/expvar/a.go << 'END'
package expvar

import "net/textproto"

// Not used, and free of effects; of one without calls not even faults are found.
var table = map[string][]int{"a": {1, 2}, "b": {"no number"}}
var made, count = new(struct{ next *int }), len([]int{1, 2})
var unused = copied([]int{3})

func copied(list []int) []int {
	c := make([]int, len(list))
	for i := range list {
		c[i] = list[i]
	}
	return c
}

// Not used, but with an effect: each in a way of its own.
var said = say("said")
var _ = say("blank")
var through = write(&written)
var counted = step()
var stored = store(map[string]int{})
var promoted = promote(&outer{&inner{}})
var called = func() int { return say("called") }()
var received = <-full()

var written, steps int
var kept map[string]int

type inner struct{ n int }
type outer struct{ *inner }

func say(text string) int { println(text); return 1 }
func write(p *int) int    { *p = 7; return 0 }
func step() int           { steps++; return steps }

func store(m map[string]int) int { kept = m; m["k"] = 5; return 0 }

var shared = &inner{}

func promote(o *outer) int {
	mine := &outer{shared}
	mine.n = 9
	return 0
}

func full() chan int {
	c := make(chan int, 1)
	c <- 1
	return c
}

// Used, in an order that dependencies make; x only by the initialiser of another.
var First = second + 1
var second = third()
var x = []int{40}
var a, b = pair()
var Lazy = &[]*inner{{1}, {2}}

func third() int       { return x[0] + textproto.Base }
func pair() (int, int) { return 1, 2 }

func B() int       { return b }
func Counts() []int { return []int{written, steps, kept["k"], shared.n} }

var late = []string{"made", "late"}

func Late() []string { return late }
END
program go/src/net/textproto/t.go << 'END'
package textproto

var Base = func() int { return base[0] }()
var base = [...]int{1, 2}
END
program p.go << 'END'
package main

import (
	"expvar"
	"fmt"
)

func main() {
	fmt.Println(expvar.First, expvar.B(), expvar.Counts(), (*expvar.Lazy)[1])
	(*expvar.Lazy)[0] = nil
	fmt.Println(expvar.Late())
}
END
wants 0 "$GOL" run --goroot go p.go
printf '42 2 [7 1 5 9] &{2}\n[made late]\n' > want
same want out
printf 'said\nblank\ncalled\n' > want
same want err
wants 0 "$GOL" fuzz --goroot go --schedules 20 p.go
wants 0 "$GOL" check --goroot go p.go

# In the REPL a later input may use a variable that no earlier one did.
printf 'import "expvar"\nexpvar.B()\nexpvar.Late()\nexpvar.First\nexpvar.Late()[1] = "kept"\nexpvar.Late()\nunicode.IsUpper(65)\n' |
    "$GOL" repl --goroot go > out 2> err
matches out '42'
matches out '"made" "late"'
matches out '"made" "kept"'
matches out 'true'
[ "$(grep -c said err)" = 1 ] || bad "initialised again" "$(cat err)"
finish
