# Loops that look at one atomic variable until it changes: rounds in vain are no executions of their
# own, and whatever they could show is found (spec/check.md, "Loops that await" and the paragraphs
# beside it).
. "$ROOT/tests/cli/lib.sh"

# Two that meet in each phase: whether one is a phase ahead when the other one looks makes no
# difference.
for loop in '' 'runtime.Gosched()'; do
    for phases in 1 2 4 40; do
        program flags.gol << END
var at [2]atomic.Int64
var wg sync.WaitGroup
for me := range 2 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for phase := range int64($phases) {
			at[me].Store(phase + 1)
			for at[1-me].Load() <= phase {
				$loop
			}
		}
	}()
}
wg.Wait()
END
        for flags in '' '-j 2'; do
            wants 0 "$GOL" check --engine dpor $flags flags.gol
            matches err "no panic in the only execution \\("
        done
    done
done

# A race that a look in vain would hide, since it happens after the write.
program hides.gol << 'END'
var a atomic.Int32
x := 0
go func() { x = 1; a.Store(1) }()
go func() { a.Store(2) }()
for a.Load() != 2 {
}
_ = x
END
# A read that only a round in vain makes, of what is written after the change.
program reads.gol << 'END'
var a atomic.Int32
x := 0
done := make(chan bool)
go func() { a.Store(1); x = 1; close(done) }()
for a.Load() == 0 {
	_ = x
}
<-done
END
# A plain write to the variable that is awaited, before the change or after it.
program before.gol << 'END'
n := int32(0)
go func() { n = 2; atomic.StoreInt32(&n, 1) }()
for atomic.LoadInt32(&n) != 1 {
}
END
program after.gol << 'END'
n := int32(0)
done := make(chan bool)
go func() { atomic.StoreInt32(&n, 1); n = 2; close(done) }()
for atomic.LoadInt32(&n) == 0 {
}
<-done
END
# The same of the second of two variables, which the next round does not look at.
program second.gol << 'END'
a, b := int32(0), int32(0)
done := make(chan bool)
go func() { atomic.StoreInt32(&a, 1); b = 1; close(done) }()
for atomic.LoadInt32(&a) == 0 && atomic.LoadInt32(&b) == 0 {
}
<-done
END
for name in hides reads before after second; do
    wants 66 "$GOL" check --engine dpor $name.gol
done

# What comes of another value, read by a later round or an earlier one, is found.
program values.gol << 'END'
var a atomic.Int32
go func() { a.Store(1); a.Store(2) }()
for {
	if n := a.Load(); n == 2 {
		panic("two")
	} else if n == 1 {
		panic("one")
	}
}
END
wants 2 "$GOL" check --engine dpor values.gol
matches err '^panic: one'
matches err '^panic: two'

# A change that comes before the loop looks at all is not awaited in vain.
program earlier.gol << 'END'
var a, b atomic.Int32
go func() { b.Store(1); a.Store(1) }()
if a.Load() == 0 {
	for b.Load() == 0 {
	}
	panic("the loop has been left")
}
END
wants 2 "$GOL" check --engine dpor earlier.gol
matches err 'the loop has been left'

# Nobody sets it to 2.
program never.gol << 'END'
var a atomic.Int32
go func() { a.Store(1) }()
for a.Load() != 2 {
}
END
wants 3 "$GOL" check --engine dpor --steps 20000 never.gol
matches err '^livelock'
# Nor b of two: that a changes, to what is as good, lets nobody go on.
program never.gol << 'END'
var a, b atomic.Int32
go func() { a.Store(1); a.Store(2) }()
for a.Load() == 0 || b.Load() == 0 {
}
END
wants 3 "$GOL" check --engine dpor --steps 20000 never.gol
matches err '^livelock'
matches err ' in 1 execution within .*\(1 schedule,'
# Both are set, often, but never for long: after each change of b the loop may look at it again.
program often.gol << 'END'
var a, b atomic.Int32
go func() {
	for range 50 {
		b.Store(1)
		a.Store(1)
		b.Store(0)
	}
	b.Store(2)
}()
for a.Load() < 1 || b.Load() < 1 {
}
END
wants 0 "$GOL" check --engine dpor often.gol
matches err 'no panic in all 51 executions'
# Nothing is known of what other goroutines do without end; but that the loop ends is seen.
program endless.gol << 'END'
var a, b atomic.Int32
go func() {
	for {
		b.Store(1)
		a.Store(1)
		b.Store(0)
	}
}()
for a.Load() < 1 || b.Load() < 1 {
}
panic("the loop has been left")
END
wants 2 "$GOL" check --engine dpor --steps 3000 --time 10s endless.gol
matches err 'the loop has been left'

# A sender could have met a goroutine that goes round a loop in each of its rounds: to look at all of
# them takes time, which --time bounds, too.
program rounds.gol << 'END'
var a atomic.Int32
open, c := make(chan bool), make(chan int)
close(open)
go func() {
	select {
	case c <- 1:
	default:
	}
}()
for {
	select {
	case <-open:
		a.Store(1)
	case <-c:
		return
	}
}
END
timeout 60 "$GOL" check --engine dpor --time 4s --steps 200000 rounds.gol > out 2> err
[ $? -lt 124 ] || bad "--time 4s took a minute"
finish
