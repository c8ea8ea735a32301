# The exact text with which a run ends: of a panic by the kind of its value, of panics in deferred calls, of
# fatal errors.
. "$ROOT/tests/cli/lib.sh"
program ends.go << 'END'
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
)

type text string

func (t text) String() string { return "text " + string(t) }

type failure struct{ code int }

func (f *failure) Error() string { return fmt.Sprint("failure ", f.code) }

type number int
type pair struct{ a, b int }

func main() {
	switch os.Args[1] {
	case "string":
		panic("two\nlines")
	case "error":
		panic(errors.New("an error"))
	case "stringer":
		panic(text("of mine"))
	case "pointer":
		panic(&failure{7})
	case "number":
		panic(number(3))
	case "float":
		panic(1.5)
	case "pair":
		panic(pair{1, 2})
	case "nil":
		var p *pair
		p.a = 1
	case "index":
		s := []int{1}
		i := 3
		fmt.Println(s[i])
	case "unlock":
		var m sync.Mutex
		m.Unlock()
	case "again":
		defer func() { panic(fmt.Sprint("again ", recover())) }()
		panic("first")
	case "nested":
		defer func() { panic("second") }()
		panic("first")
	case "recovered":
		defer func() { r := recover(); panic(r) }()
		panic("first")
	case "goexit":
		runtime.Goexit()
	case "deferred":
		defer func() { fmt.Println("deferred"); var m map[int]int; m[1]++ }()
		panic("first")
	case "goroutine":
		go func() { panic("there") }()
		select {}
	case "blocked":
		<-make(chan int)
	case "bool":
		panic(true)
	case "nothing":
		panic(nil)
	}
}
END
for how in $(sed -n 's/^	case "\(.*\)":$/\1/p' ends.go); do
    echo "== $how"
    "$GOL" run ends.go "$how" 2>&1 < /dev/null
    echo "status $?"
done | grep -v '^\(replay\|show\): '
