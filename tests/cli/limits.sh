# Whatever a program does, the run ends, with what it printed so far.
. "$ROOT/tests/cli/lib.sh"
program loop.gol << 'END'
fmt.Println("before")
for {
}
END
wants 3 "$GOL" run --steps 100000 loop.gol
matches out before
program memory.gol << 'END'
fmt.Println("before")
var all [][]byte
for {
	all = append(all, make([]byte, 1<<20))
}
END
wants 3 "$GOL" run --memory 100000000 memory.gol
matches out before
program stack.gol << 'END'
func f(n int) int { return f(n+1) + 1 }
fmt.Println(f(0))
END
wants 2 "$GOL" run stack.gol
matches err 'stack overflow'
# At the step limit, goroutines that no other can wake are reported: not those that wait on what
# somebody still has, nor select {}. The channels are dead variables of main.
program partial.go << 'END'
package main

func main() {
	a, b, quit, busy := make(chan int), make(chan int), make(chan bool), make(chan int)
	go func() { <-a; b <- 1 }()
	go func() { <-b; a <- 1 }()
	go func() { <-quit }()
	go func() { select {} }()
	go func() { for { busy <- 1 } }()
	for i := 0; ; i++ {
		i += <-busy
		if i < 0 { close(quit) }
	}
}
END
wants 2 "$GOL" run --steps 5000 partial.go
matches err '^partial deadlock: .*partial.go:5:14, .*partial.go:6:14$'
TMPDIR=$PWD wants 2 "$GOL" fuzz --schedules 20 --steps 5000 partial.go
matches err '^partial deadlock: '
# No command is longer than a screen.
[ "$(grep replay: err | awk '{ if (length > n) n = length } END { print n }')" -lt 1200 ] ||
    bad "a replay command that nobody can use"
sed -i 's/close(quit)/close(a); close(quit)/' partial.go
wants 3 "$GOL" run --steps 5000 partial.go
# Goroutines in the middle of a queue are not stuck, nor those in a select there, if main can still
# use the channel.
program queue.go << 'END'
package main

func main() {
	out, other := make(chan int, 1), make(chan int)
	for i := 0; i < 6; i++ {
		go func() { out <- i }()
		go func() {
			select {
			case out <- i:
			case <-other:
			}
		}()
	}
	n := 0
	for i := 0; i < 1<<40; i++ {
		n += i % 3
	}
	for i := 0; i < 12; i++ {
		n += <-out
	}
	println(n)
}
END
wants 3 "$GOL" run --steps 5000000 queue.go
lacks err deadlock
sed -i 's/n += <-out/n += i/' queue.go
wants 2 "$GOL" run --steps 5000000 queue.go
matches err '^partial deadlock: .*queue.go:6:15'
# A sanitized build has shadow memory, and redzones around objects, beside what it counts.
case $GOL in *asan*) dropped=160M most=700 ;; *) dropped=40M most=400 ;; esac
# Timers that nobody can see any more take no memory.
program dropped.gol << 'END'
for i := 0; i < 300000; i++ {
	time.NewTimer(time.Hour)
}
END
wants 0 "$GOL" run --memory $dropped dropped.gol
# --memory is for all of it, the collector's own as well: timers that are set and never fire.
program timers.gol << 'END'
for i := 0; i >= 0; i++ {
	time.AfterFunc(time.Hour, func() {})
}
END
command -v python3 > /dev/null || finish # bare machines: CI has it
wants 3 python3 -c '
import resource, subprocess, sys
status = subprocess.call(sys.argv[2:])
kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
sys.exit(status if kilobytes < int(sys.argv[1]) << 10 else "%d kB resident" % kilobytes)
' $most "$GOL" run --memory 300M timers.gol
matches err '^(gol: )?(memory|the run).*limit'
finish
