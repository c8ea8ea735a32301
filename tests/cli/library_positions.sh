# Accesses in library code have the position of the program's call of it, and are granted like
# others: what the default detector says of such races, in functions of the program that the library
# calls, under locks, in loops and after panics, is what the detector that forgets nothing says.
. "$ROOT/tests/cli/lib.sh"

# NAME, what two goroutines do under a lock, what main does without.
locked()
{
    program "$1.go" << END
package main

import (
	"bytes"
	"container/list"
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

var (
	mu    sync.Mutex
	buf   bytes.Buffer
	text  strings.Builder
	queue = list.New()
	coin  = rand.New(rand.NewSource(1))
	dice  = rand.New(rand.NewSource(2))
)

func compare(a, b int) int {
	buf.WriteByte('c')
	return a - b
}

func stop(a, b int) int {
	defer buf.WriteByte('d')
	if a == 2 {
		panic("stop")
	}
	return compare(a, b)
}

func sorted(by func(a, b int) int) {
	defer func() { recover() }()
	slices.SortFunc([]int{3, 1, 2, 5, 4}, by)
	dice.Perm(2)
	queue.PushBack(1)
}

func work(wg *sync.WaitGroup) {
	defer wg.Done()
	for i := 0; i < 60; i++ {
		mu.Lock()
		$2
		mu.Unlock()
		runtime.Gosched() // the lock goes to the other
	}
}

func main() {
	var wg sync.WaitGroup
	wg.Add(2)
	go work(&wg)
	go work(&wg)
	time.Sleep(time.Millisecond) // the others are done, for all that main knows
	$3
	wg.Wait()
	fmt.Println("end")
}
END
}

locked two 'if i%2 == 0 {
			buf.WriteString("a")
		} else {
			buf.WriteByte(1)
		}' 'buf.WriteByte(3)'
locked callback 'slices.SortFunc([]int{3, 1, 2}, compare)
		queue.PushBack(1)' 'buf.Reset()'
locked nested 'text.WriteString(strings.Map(func(r rune) rune { buf.WriteRune(r); return r }, "ab"))
		queue.PushBack(1)' 'queue.Init()'
locked panics 'sorted(stop)
		sorted(compare)' 'queue.PushFront(buf.Len())'
locked printed 'if i%2 == 0 {
			fmt.Fprintf(&buf, "%d %v\n", i, queue.Len())
		} else {
			fmt.Fprintf(&buf, "%d\n", i)
		}
		queue.PushBack(i)' 'fmt.Fprint(&buf, 1)'

locked deep 'coin.Intn(2)
		dice.Intn(6)' 'dice.Intn(6)'

for name in two callback nested panics printed deep; do
    for jit in off all; do
        wants 66 "$GOL" run --jit $jit --detector grace-full $name.go
        sed '/^replay/,$d; /more such/d' err > full
        wants 66 "$GOL" run --jit $jit $name.go
        sed '/^replay/,$d; /more such/d' err > granted
        same full granted
        matches granted "$name.go:"
    done
done
finish
