# Goroutines that have ended are forgotten, unless an access of theirs can still be reported: 3000 come and go, and
# every detector sees the race of the first, whose write is remembered, with main.
. "$ROOT/tests/cli/lib.sh"
program many.go << 'END'
package main

import "sync"

var first, late int
var mu, other sync.Mutex

func main() {
	done := make(chan bool)
	go func() { first = 1 }()
	for i := 0; i < 3000; i++ {
		go func() {
			p := new(int)
			other.Lock()
			mu.Lock()
			late++
			*p = late
			mu.Unlock()
			other.Unlock()
			done <- true
		}()
		<-done
	}
	first++
}
END
for detector in hybrid grace grace-full eventset djit fasttrack tsan; do
    wants 66 "$GOL" run --detector $detector --seed 1 many.go
    matches err 'on (main[.])?first'
    matches err 'goroutine 2'
    lacks err 'on (main[.])?late'
done
wants 0 "$GOL" run --detector lockset --seed 1 many.go
matches err 'warning: no lock protects every access to (main[.])?first'
lacks err 'access to (main[.])?late'
finish
