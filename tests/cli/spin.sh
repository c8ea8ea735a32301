# Goroutines that go round a loop until another changes something let time pass: a timer that is
# hours away fires at once, and no command takes the loop for one without end.
. "$ROOT/tests/cli/lib.sh"
# Under make stress time slices are an instruction long, and time passes with them.
case $GOL in *stress*) exit 0 ;; esac

# main waits by $1 for what another goroutine does after two hours.
waits() {
    program p.go << END
package main

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var flag atomic.Bool
var mu sync.Mutex
var c = make(chan int, 1)

func main() {
	mu.Lock()
	go func() {
		time.Sleep(2 * time.Hour)
		flag.Store(true)
		mu.Unlock()
		c <- 1
	}()
	$1
	runtime.Gosched()
	panic("after two hours")
}
END
    for command in run 'run --seed 3' 'run --jit=off' 'fuzz --schedules 60' check \
        'check --engine states' 'check --engine reduced'; do
        # shellcheck disable=SC2086
        wants 2 timeout 20 "$GOL" $command p.go
        matches err '^panic: after two hours$'
        lacks err 'livelock|slow'
    done
    replay=$(sed -n 's/^replay: gol //p' err)
    # shellcheck disable=SC2086
    wants 2 timeout 20 "$GOL" $replay
}
waits 'for !flag.Load() {
	}'
waits 'for !flag.Load() {
		runtime.Gosched()
	}'
waits 'for !mu.TryLock() {
	}'
waits 'for len(c) == 0 {
	}'
waits 'for ok := false; !ok; {
		select {
		case <-c:
			ok = true
		default:
		}
	}'

# Two that wait for each other's flags, one of which is set by a timer's function.
program two.go << 'END'
package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var a, b atomic.Bool
	time.AfterFunc(time.Hour, func() { a.Store(true) })
	go func() {
		for !a.Load() {
		}
		b.Store(true)
	}()
	for !b.Load() {
	}
}
END
for command in run 'run --seed 3' 'fuzz --schedules 60' check 'check --engine states'; do
    # shellcheck disable=SC2086
    wants 0 timeout 20 "$GOL" $command two.go
done

# A goroutine that computes does not spin: no hour passes meanwhile.
program computes.go << 'END'
package main

import (
	"sync/atomic"
	"time"
)

func main() {
	var done atomic.Bool
	sum := 0
	late := time.AfterFunc(time.Hour, func() { panic("an hour has passed") })
	go func() {
		for i := 0; i < 2000000; i++ {
			sum += i & 3
		}
		done.Store(true)
	}()
	for !done.Load() {
	}
	late.Stop()
	println(sum)
}
END
wants 0 timeout 20 "$GOL" run computes.go
matches err '^3000000$'

# Goroutines that block and wake each other all the time use up no time slice; time passes all the same.
program pingpong.go << 'END'
package main

import "time"

func main() {
	c := make(chan int)
	go func() {
		for {
			c <- <-c
		}
	}()
	go func() {
		c <- 1
		for {
			c <- <-c
		}
	}()
	time.Sleep(20 * time.Millisecond)
}
END
for command in run 'run --seed 3' 'fuzz --schedules 20'; do
    # shellcheck disable=SC2086
    wants 0 timeout 20 "$GOL" $command pingpong.go
done
finish
