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
matches out '^  not confirmed'
replay
matches err 'behind.gol:7:4'
wants 66 "$GOL" predict --program behind.gol --json run.trace
matches out '"operation":"write".*"operation":"read".*"confirmed":true,"replay":"gol run --schedule'
matches out '"operation":"write".*"operation":"write".*"confirmed":false'
matches out '"type":"verdict","verdict":"race","races":1'

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
