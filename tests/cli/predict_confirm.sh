# Predicted races are tried out: gol predict --program, gol run --predict.
. "$ROOT/tests/cli/lib.sh"

# Runs the command behind "replay:" in ./out.
replay() {
    command=$(sed -n 's/^  replay: gol //p' out | head -1)
    wants 66 sh -c "'$GOL' $command"
}

# A false negative of happens-before [SULZMANN24]: two critical sections in the unlucky order. The
# run itself is clean.
program unlucky.gol << 'END'
x := 0
var y sync.Mutex
done := make(chan bool)
go func() {
	y.Lock()
	y.Unlock()
	x = 2
	done <- true
}()
y.Lock()
x = 1
y.Unlock()
<-done
END
wants 0 "$GOL" run --trace run.trace unlucky.gol
wants 66 "$GOL" predict --program unlucky.gol run.trace
matches out 'write by goroutine 1 at unlucky.gol:11:1'
matches out '^  confirmed$'
replay
matches err 'write  goroutine [12].*unlucky.gol:11:1'
matches err 'write  goroutine [12].*unlucky.gol:7:2'
wants 66 "$GOL" run --predict unlucky.gol
matches out '^  confirmed$'
replay

# The goroutine that has to come first is asleep.
sed 's/^go func() {/&\n\ttime.Sleep(time.Millisecond)/' unlucky.gol > asleep.gol
wants 66 "$GOL" run --predict asleep.gol
matches out '^  confirmed$'
replay
program sleepers.gol << 'END'
x := 0
go func() { time.Sleep(time.Millisecond); x = 1 }()
go func() { time.Sleep(3 * time.Millisecond); x = 2 }()
time.Sleep(4 * time.Millisecond)
END
wants 66 "$GOL" run --predict sleepers.gol
lacks out 'not confirmed'
matches out '^  confirmed'

# The same in a crowd, whoever of it has the race.
for racy in 1 2 3 4 5; do
    {
        echo 'x := 0; var y sync.Mutex; end := make(chan bool)'
        for i in 1 2 3 4 5; do
            echo 'go func() { y.Lock(); y.Unlock()'
            [ $i = $racy ] && echo 'x = 2'
            echo 'end <- true }()'
        done
        echo 'y.Lock(); x = 1; y.Unlock(); for range 5 { <-end }'
    } > crowd.gol
    wants 0 "$GOL" run --trace run.trace crowd.gol
    wants 66 "$GOL" predict --program crowd.gol run.trace
    matches out '^  confirmed$'
done

# A false positive of happens-before [SULZMANN24], a race after a read that observed another race:
# only that one is real.
program behind.gol << 'END'
x, y := 1, 1
go func() {
	x = 2
	y = 2
}()
runtime.Gosched()
if y == 2 {
	x = 3
}
time.Sleep(1)
END
wants 66 "$GOL" run --quiet --trace run.trace behind.gol
wants 66 "$GOL" predict --program behind.gol run.trace
matches out 'behind.gol:7:4'
matches out '^  shown after another race: it may follow from the first'
[ "$(grep -c '^  confirmed' out)" = 1 ] || bad "not one race confirmed"
replay
matches err 'behind.gol:7:4'
wants 66 "$GOL" predict --program behind.gol --json run.trace
matches out '"operation":"write".*"operation":"read".*"confirmed":true.*"replay":"gol run --schedule'
matches out '"operation":"write".*"operation":"write".*"confirmed":false,"may_follow":true'
matches out '"type":"verdict","verdict":"race","races":2'
# The run says so too, of the second report only.
wants 66 "$GOL" run behind.gol
[ "$(grep -c '^  note   may follow from the first race of this run$' err)" = 1 ] ||
    bad "not one report that may follow from the first"
wants 66 "$GOL" run --json behind.gol
matches out '"kind":"RaW".*"may_follow":false'
matches out '"kind":"WaW".*"may_follow":true'

# One verdict, which is the exit status, and no report that the prediction contradicts.
for seed in 1 2 3; do
    wants 66 "$GOL" run --predict --json --seed $seed behind.gol
    [ "$(grep -c '"type":"verdict"' out)" = 1 ] || bad "not one verdict"
    tail -n 1 out > last
    matches last '"verdict":"race".*"status":66'
    lacks out '"confirmed":false,"may_follow":false,"recorded":true'
done

# A race that only the run shows, for it needs a random number that a guided execution does not
# draw: confirmed, by the run's own command.
program chance.gol << 'END'
x, y := 0, 0
done := make(chan bool)
go func() {
	if rand.Intn(1000) > 1 {
		x = 1
	}
	y = 1
	done <- true
}()
if rand.Intn(1000) > 1 {
	x = 2
}
<-done
END
for seed in 1 2 3 4; do
    wants 66 "$GOL" run --predict --json --seed $seed chance.gol
    matches out '"verdict":"race".*"status":66'
    lacks out '"confirmed":false,"may_follow":false'
done
wants 66 "$GOL" run --predict --seed 1 chance.gol
replay

# Both accesses to y come after both to x: no run shows y first, but the two come next at the same
# time.
program both.gol << 'END'
x, y := 0, 0
done := make(chan bool)
go func() { x = 1; y = 1; done <- true }()
x = 2
y = 2
<-done
END
wants 66 "$GOL" run --predict both.gol
[ "$(grep -c '^  confirmed' out)" = 2 ] || bad "not both races confirmed"

# It takes a certain case of a select, goroutines that start others, and arguments.
program choice.gol << 'END'
a, b := make(chan int, 1), make(chan int, 1)
x := 0
done := make(chan bool)
go func() {
	go func() { a <- 1; done <- true }()
	go func() { b <- len(os.Args); done <- true }()
}()
<-done
<-done
go func() {
	select {
	case <-a:
	case n := <-b:
		if n == 3 {
			x = 1
		}
	}
	done <- true
}()
var mu sync.Mutex
mu.Lock()
mu.Unlock()
x = 3
<-done
END
for seed in 1 2 3 4 5 6; do
    "$GOL" run --seed $seed --quiet --trace run.trace choice.gol one two > /dev/null 2>&1
    "$GOL" predict --program choice.gol --quiet run.trace one two && continue
    wants 66 "$GOL" predict --program choice.gol --corpus kept run.trace one two
    matches out 'replay: gol run --schedule kept/race-.*schedule choice.gol one two'
    replay
    matches err 'choice.gol:15:4'
    wants 66 "$GOL" replay "$(ls kept/*.schedule | head -1)" choice.gol one two
    matches err 'choice.gol:15:4'
    found=yes
done
[ "$found" = yes ] || bad "no run took the second case"

# What cannot be tried out.
wants 1 "$GOL" predict --program unlucky.gol run.trace
matches err 'recorded from another program than unlucky.gol'
wants 1 "$GOL" predict --program missing.gol run.trace
printf 'T0 T1\nwr(x)\n   wr(x)\n' > table.txt
wants 1 "$GOL" predict --program unlucky.gol table.txt
matches err "only a recording of gol's own"
wants 1 "$GOL" predict --program unlucky.gol --detector hybrid run.trace

wants 1 "$GOL" run --predict -

# A run with nothing close to it.
program clean.gol << 'END'
done := make(chan bool)
x := 0
go func() { x = 1; done <- true }()
<-done
println(x)
END
wants 0 "$GOL" run --predict clean.gol
lacks out 'confirmed'
wants 0 "$GOL" run --predict --json clean.gol
matches out '"analysis":"osr","racy":0'
finish
