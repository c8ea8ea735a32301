# Loops that draw a random number in each round. One that changes nothing otherwise has as many
# outcomes as its first round, and each engine proves that; one that does anything has more.
. "$ROOT/tests/cli/lib.sh"
# Under make stress time slices end everywhere, which a search names in its bound.
case $GOL in *stress*) exit 0 ;; esac

# A goroutine executes $1, with the import $2.
loop() {
    program p.go << END
package main

import (
	"math/rand"
	"sync"
	"sync/atomic"
	${2:+"\"$2\""}
)

type node struct {
	n    int
	next *node
}

var global int
var n atomic.Int32
var wg sync.WaitGroup

func main() {
	done := make(chan bool)
	go func() {
		$1
		close(done)
	}()
	<-done
}
END
}

for text in 'for rand.Intn(3) != 1 {
		}' 'for a, b := 0, 1; a != b; {
			a, b = rand.Intn(2), rand.Intn(2)
		}'; do
    loop "$text"
    for engine in dpor states reduced all auto; do
        wants 0 timeout 20 "$GOL" check --engine $engine p.go
        matches err '^no race, no deadlock, no panic in (all|the only) '
    done
done

# One that counts in memory is left in time.
program counted.go << 'END'
package main

import "math/rand"

func main() {
	n, heads := new(int), new(int)
	for *n < 8 {
		if rand.Intn(2) == 0 {
			*heads++
		}
		*n++
	}
	done := make(chan bool)
	go func() { close(done) }()
	<-done
	if *heads == 8 {
		panic("eight")
	}
}
END
for engine in dpor states; do
    wants 2 timeout 20 "$GOL" check --engine $engine counted.go
    matches err '^1 finding in all '
done

# What a loop looks at under a lock ends it, whatever it is; TryLock sees the lock.
locked() {
    program locked.go << END
package main

import "sync"

func main() {
	m := map[int]bool{1: true, 2: true}
	var mu sync.Mutex
	n := 1
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			for k := range m {
				mu.Lock()
				v := n
				mu.Unlock()
				if k == v {
					$2
					return
				}
				break
			}
		}
	}()
	$1
	<-done
}
END
}
for engine in dpor states auto; do
    locked 'mu.Lock(); n = 2; mu.Unlock()' ''
    wants 0 timeout 20 "$GOL" check --engine $engine locked.go
    matches err '^no race, no deadlock, no panic in all '
    locked 'mu.Lock(); n = 2; mu.Unlock()' 'if k == 2 { panic("two") }'
    wants 2 timeout 20 "$GOL" check --engine $engine locked.go
    matches err '^1 finding in all '
    locked 'for range 2 { if !mu.TryLock() { if n++; n == 3 { panic("twice") } } else { mu.Unlock() } }' ''
    timeout 20 "$GOL" check --engine $engine --time 2s locked.go > out 2> err
    matches err '^panic: twice'
done

# Before the first go a loop is left out after some rounds, which the verdict names.
for body in '' 'global++' 'm[rand.Intn(2)] = 1'; do
    program early.go << END
package main

import "math/rand"

var global int

func main() {
	m := map[int]int{}
	for rand.Intn(2) == 0 {
		$body
	}
	done := make(chan bool)
	go func() { close(done) }()
	<-done
	if global == 3 {
		panic("three")
	}
	_ = m
}
END
    for engine in dpor states reduced auto; do
        timeout 20 "$GOL" check --engine $engine early.go > out 2> err
        matches err 'a few rounds of loops that draw numbers before the first go'
        case $body in global*) matches err '^panic: three' ;; esac
    done
done

# Of a number among many one answer is tried, but a loop is no livelock for it.
loop 'for rand.Intn(100) != 77 {
		}'
for engine in dpor states reduced auto; do
    wants 0 timeout 20 "$GOL" check --engine $engine p.go
    matches err 'within one value for each random number'
done

# Each of these panics in its third round.
counts() {
    loop "for $1; rand.Intn(2) == 0; {
			$2
			if $3 {
				panic(\"three\")
			}
		}" "$4"
    for engine in dpor states reduced; do
        wants 2 timeout 20 "$GOL" check --engine $engine --steps 3000 --time 2s p.go
        matches err '^panic: three'
    done
}
counts 'n := 0' 'n++' 'n == 3'
counts 'n := new(int)' '*n++' '*n == 3'
counts '' 'global++' 'global == 3'
counts 'p := new(node)' 'p.n++' 'p.n == 3'
counts 's := make([]int, 2)' 's[1]++' 's[1] == 3'
counts 's := append([]int(nil), 0, 1, 2, 3, 4)' 'copy(s, s[1:])' 's[0] == 3'
counts 'm := make(map[int]int)' 'm[1]++' 'm[1] == 3'
counts 'h := (*node)(nil)' 'h = &node{next: h}' 'h.next != nil && h.next.next != nil'
counts 'c := make(chan int, 4)' 'c <- 1' 'len(c) == 3'
counts 'b := new(strings.Builder)' "b.WriteByte('x')" 'b.Len() == 3' strings
counts 'n := new(atomic.Int32)' '' 'n.Add(1) == 3'
counts 'f := func() { if n.Add(1) == 3 { panic("three") } }' 'go f()' 'false'
counts 'f := func() { if n.Add(1) == 3 { panic("three") } }' 'defer f()' 'false'
counts 'x, one := new(big.Int), big.NewInt(1)' 'x.Add(x, one)' 'x.Int64() == 3' math/big

# A WaitGroup comes below 0 in the fourth round.
loop 'for wg.Add(3); rand.Intn(2) == 0; {
			wg.Done()
		}'
for engine in dpor states reduced; do
    wants 2 timeout 20 "$GOL" check --engine $engine --steps 3000 --time 2s p.go
    matches err '^panic: sync: negative WaitGroup counter'
done
finish
