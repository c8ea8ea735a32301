# A goroutine that reads from a terminal or a pipe waits; the others go on, and time passes as it does
# outside.
. "$ROOT/tests/cli/lib.sh"

program ticks.go << 'END'
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"
)

func main() {
	lines := make(chan string)
	go func() {
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			lines <- in.Text()
		}
		close(lines)
	}()
	tick := time.NewTicker(10 * time.Millisecond)
	for ticks := 0; ticks < 3; {
		select {
		case line, more := <-lines:
			fmt.Println("line", line, more)
			if !more {
				return
			}
		case <-tick.C:
			ticks++
			fmt.Println("tick", ticks)
		}
	}
}
END
mkfifo silent
exec 3<> silent
timeout 100 "$GOL" run ticks.go < silent > out 2> err || bad "a program ends that waits for no input: $(cat err)"
printf 'tick 1\ntick 2\ntick 3\n' > wanted
same wanted out
# What is there comes first, from a file as from a pipe.
printf 'a\nb\n' > lines
printf 'line a true\nline b true\nline  false\n' > wanted
"$GOL" run ticks.go < lines > out 2> err || bad "$(cat err)"
same wanted out
"$GOL" run ticks.go < <(cat lines) > out 2> err || bad "$(cat err)"
sed -i '/tick/d' out
same wanted out

# Input reaches a program in which others never rest.
program spins.go << 'END'
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync/atomic"
)

func main() {
	var done atomic.Bool
	go func() {
		n, err := os.Stdin.Read(make([]byte, 10))
		fmt.Println(n, err)
		done.Store(true)
	}()
	for !done.Load() {
		runtime.Gosched()
	}
}
END
for loop in 'runtime.Gosched()' ''; do
    sed "s/^\t\truntime.Gosched()/\t\t$loop/" spins.go > spins2.go
    [ -n "$loop" ] || sed -i '/"runtime"/d' spins2.go
    (echo hello) | timeout 100 "$GOL" run spins2.go > out 2> err || bad "spins: $(cat err)"
    matches out '^6 <nil>$'
done

# One that waits for input is not blocked for ever; main that waits for it is no deadlock.
program asks.go << 'END'
package main

import (
	"fmt"
	"os"
)

func main() {
	answer := make(chan byte)
	go func() {
		b := make([]byte, 1)
		os.Stdin.Read(b)
		answer <- b[0]
	}()
	fmt.Printf("%c\n", <-answer)
}
END
(sleep 0.2; echo y) | timeout 100 "$GOL" run --leaks asks.go > out 2> err || bad "asks: $(cat err)"
matches out '^y$'
lacks err .
finish
