# A loop that has no way out is seen as such: soon, with its place, by every command, and not where
# another goroutine or a timer can still end the program. In tests, any loop is ended soon.
. "$ROOT/tests/cli/lib.sh"
program loops.go << 'END'
package main

func spin() {
	n := 0
	for {
		n++
	}
}

func main() {
	go spin()
	go spin()
	select {}
}
END
for command in run 'run --seed 5' 'run --jit=off' 'fuzz --schedules 10' check 'check --engine states' \
    'check --engine reduced' 'check --engine all'; do
    # shellcheck disable=SC2086
    wants 3 timeout 20 "$GOL" $command loops.go
    matches err '^livelock: main.spin is in a loop without a way out, at loops.go:6:3$'
    matches err '^	loops.go:6$'
done
# No execution was cut short for it.
wants 3 "$GOL" check loops.go
matches err '^1 finding in the only execution '
replay=$(sed -n 's/^replay: gol //p' err)
# shellcheck disable=SC2086
wants 3 timeout 20 "$GOL" $replay
matches err '^livelock: main.spin is in a loop without a way out, at loops.go:6:3$'

# The program ends in spite of it, or can do so.
program ends.go << 'END'
package main

import "time"

func main() {
	go func() {
		for {
		}
	}()
	done := make(chan bool)
	time.AfterFunc(time.Second, func() { close(done) })
	<-done
}
END
for command in run 'run --leaks' 'fuzz --schedules 10' check 'check --engine states' \
    'check --engine reduced' 'check --leaks'; do
    # shellcheck disable=SC2086
    wants 0 timeout 20 "$GOL" $command ends.go
done
# What it holds, others wait for in vain.
program holds.go << 'END'
package main

import "sync"

func main() {
	var mu sync.Mutex
	locked := make(chan bool)
	go func() {
		mu.Lock()
		locked <- true
		for i := uint8(0); ; i++ {
		}
		mu.Unlock()
	}()
	<-locked
	mu.Lock()
}
END
for command in run 'fuzz --schedules 10' check 'check --engine states' 'check --engine reduced'; do
    # shellcheck disable=SC2086
    wants 2 timeout 20 "$GOL" $command holds.go
    matches err '^partial deadlock: .*main.main \(sync.Mutex.Lock\) at holds.go:16:2$'
done
# A loop with a way out may take it; one that has changed nothing so far, too.
program out.go << 'END'
package main

func main() {
	n := uint32(1<<32 - 3000000)
	for n != 0 {
		n++
	}
	var list []int
	defer func() { println(recover() != nil) }()
	for i := 0; ; i++ {
		if i > 1000000 {
			list[i] = 1
		}
	}
}
END
wants 0 "$GOL" run out.go
matches err '^true$'

# Tests: what the search takes for a loop is none if the test only computes for long.
rm ./*.go
program a_test.go << 'END'
package a

import "testing"

func TestSpin(t *testing.T) {
	for {
	}
}

func TestLong(t *testing.T) {
	n := 0
	for i := 0; i < 5000000; i++ {
		n += i
	}
	if n == 1 {
		t.Fail()
	}
}

func TestFlag(t *testing.T) {
	stop := false
	defer func() { stop = true }()
	for !stop {
	}
}
END
printf 'module a\n\ngo 1.22\n' > go.mod
for how in '' '--check' '--fuzz 5'; do
    # shellcheck disable=SC2086
    wants 1 timeout 20 "$GOL" test $how -run Spin .
    matches out '^--- FAIL: TestSpin \(livelock\)$'
    matches out '^    livelock: a.TestSpin is in a loop without a way out, at a_test.go:(5:6|6:2)$'
    # shellcheck disable=SC2086
    wants 0 timeout 60 "$GOL" test $how -run Long -v .
done
matches out 'TestLong: passed under 5 schedules'
wants 0 timeout 60 "$GOL" test --check -run Long .
matches out 'TestLong: passed under the only execution'
for how in '--check' '--fuzz 5'; do
    # shellcheck disable=SC2086
    wants 1 timeout 60 "$GOL" test $how --steps 100000 -run Flag .
    matches out '^--- FAIL: TestFlag \(steps\)$'
    said
    matches said '^livelock or long computation: no end within the step limit$'
    replay=$(sed -n 's/^replay: gol //p' said)
    # shellcheck disable=SC2086
    wants 1 sh -c "timeout 60 $GOL $replay"
    said
    matches said '^livelock or long computation: no end within the step limit$'
done
case $GOL in *stress*) finish ;; esac # where a step takes more virtual time
# A test that computes for seconds is none that does not end.
mkdir long && cd long || exit 1
printf 'module long\n\ngo 1.22\n' > go.mod
program a_test.go << 'END'
package long

import "testing"

func TestSum(t *testing.T) {
	sum := 0
	for i := 0; i < 2100000000; i++ {
		sum += i & 1
	}
	if sum != 1050000000 {
		t.Error(sum)
	}
}
END
wants 0 timeout 120 "$GOL" test --fuzz 0 .
finish
