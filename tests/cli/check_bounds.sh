# What a verdict of gol check says was left out, by the engines and by several processes; numbers that are
# drawn in a search by states.
. "$ROOT/tests/cli/lib.sh"

# verdict STATUS REGEX FLAGS... FILE: the last line of the check is "... within REGEX (...", or "in all REGEX (...".
verdict()
{
    local wanted=$1 regex=$2
    shift 2
    wants "$wanted" timeout -k 2 100 "$GOL" check "$@"
    tail -n 1 err > last
    grep -aEq -- "$regex \(" last || bad "gol check $* ends without: $regex" "$(cat last)"
}

# states N: the words for that many; on a build that preempts elsewhere they are others.
states()
{
    case $GOL in
    *stress*) echo '[0-9]+ states' ;;
    *) echo "$1 states" ;;
    esac
}

# Each sequence of numbers is another way: one ends in a panic.
program draws.gol << 'END'
var n atomic.Int64
var wg sync.WaitGroup
for range 3 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 2 {
			n.Add(int64(rand.Intn(3)))
		}
	}()
}
wg.Wait()
if n.Load() == 12 {
	panic("most")
}
END
for jobs in 0 1 2 3; do
    verdict 2 "^1 finding in all $(states 611)" --engine states -j $jobs draws.gol
    matches err '^panic: most'
    schedule=$(sed -n 's/^replay: gol run \(.*\) draws.gol$/\1/p' err)
    [ -n "$schedule" ] || bad "no replay" "$(cat err)"
    wants 2 "$GOL" run $schedule draws.gol
    matches err '^panic: most'
    verdict 3 ' in [0-9]+ states within 8 steps in a row' --engine states -j $jobs --depth 8 draws.gol
    verdict 0 ' in [0-9]+ states within the step limit of an execution' --engine states -j $jobs --steps 8 draws.gol
done
verdict 3 ' within 8 steps in a row' --engine dpor --depth 8 draws.gol

# How much memory is in use depends on the order of allocations, which is no operation that an engine orders.
program memory.gol << 'END'
var before, after runtime.MemStats
var kept []byte
x, done := 0, make(chan bool)
runtime.ReadMemStats(&before)
go func() {
	x = 1
	kept = make([]byte, 100000)
	done <- true
}()
runtime.ReadMemStats(&after)
if after.TotalAlloc-before.TotalAlloc > 100000 {
	x = 2
}
<-done
END
for engine in dpor states auto; do
    for jobs in 0 2; do
        verdict 0 ' within one answer to how much memory is in use' --engine $engine -j $jobs memory.gol
    done
done
sed -i 's/^runtime.ReadMemStats(&after)/after = before/' memory.gol
verdict 0 ' in the only execution' --engine dpor memory.gol

# Too many numbers to try each, places where a map can be begun, and loops before the first go.
program many.gol << 'END'
var n atomic.Int64
for range 2 {
	n.Add(int64(rand.Intn(1000)))
}
m := map[int]int{}
for i := range 40 {
	m[i] = i
}
done := make(chan bool)
go func() {
	for k := range m {
		n.Add(int64(k))
		break
	}
	done <- true
}()
<-done
END
program loops.gol << 'END'
n := 0
for rand.Intn(5) != 0 {
	n = n%2 + 1
}
done := make(chan bool)
go func() { done <- n > 0 }()
<-done
END
one='one value for each random number'
verdict 0 " in $(states 122) within $one" --engine states many.gol
verdict 0 " within $one, 16 of the places where iterating over a larger map can start" --engine dpor many.gol
verdict 0 ' within a few rounds of loops that draw numbers before the first go' --engine states loops.gol

# A step that takes all the time, and one that wants more than all memory.
program slow.gol << 'END'
var n atomic.Int64
go func() {
	for i := range 1 << 60 {
		if i%3 == 4 {
			n.Add(1)
		}
	}
}()
n.Add(1)
END
program eats.gol << 'END'
var n atomic.Int64
go func() {
	s := make([]byte, 1<<30)
	s[1<<29] = 1
	n.Add(int64(len(s)))
}()
n.Add(1)
END
for jobs in 0 2; do
    verdict 3 ' states? within the time: more were left' --engine states --steps 0 --time 200ms -j $jobs slow.gol
    case $GOL in
    *asan*) ;; # takes more memory than that itself
    *) verdict 3 ' states? within the memory' --engine states --memory 100M -j $jobs eats.gol ;;
    esac
done

# Goroutines that go on after main has ended: one is blocked for ever.
program after.go << 'END'
package main

import "time"

var c = make(chan int)

func main() {
	go func() {
		for i := range 3 {
			c <- i
		}
	}()
	go func() {
		for range 3 {
			<-c
		}
		time.Sleep(time.Second)
		<-c
	}()
}
END
for jobs in 0 2; do
    verdict 0 " in all $(states 6)" --engine states -j $jobs after.go
    verdict 0 " in all $(states 11)" --engine states --leaks -j $jobs after.go
    verdict 2 "^1 finding in all $(states 11)" --engine states --leaks=blocked -j $jobs after.go
done

# What is drawn, a clock and faults of the network, in the graph and in the verdict.
program clock.gol << 'END'
var n atomic.Int64
t := time.Now()
go func() { n.Add(1) }()
if time.Since(t) > time.Second {
	panic("late")
}
n.Add(1)
END
verdict 0 " in $(states 7) within a clock that moves only with timers" --engine states --graph g.dot clock.gol
matches g.dot '^digraph states'
program net.go << 'END'
package main

import "net"

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return
	}
	go func() { l.Accept() }()
	net.Dial("tcp", l.Addr().String())
}
END
for engine in states dpor; do
    verdict 0 ' within at most 1 fault of the network' --engine $engine --faults net:1 net.go
done

# A file that is too large to be kept is as the execution before left it.
program file.go << 'END'
package main

import (
	"os"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Add(1)
		go func() {
			os.WriteFile("f", []byte{byte(i)}, 0o644)
			wg.Done()
		}()
	}
	wg.Wait()
}
END
echo small > f
verdict 0 ' in all [0-9]+ executions' --engine dpor file.go
matches f '^small$'
truncate -s 300M f
verdict 0 ' within files that were too large to keep, as earlier executions left them' --engine dpor file.go
finish
