# gol predict: the formats, the analyses, detectors offline, export, faults, exit status.
. "$ROOT/tests/cli/lib.sh"

program pred.std << 'END'
T0|fork(T1)|1
T0|fork(T2)|2
T1|w(x)|10
T1|acq(l)|11
T1|w(y)|12
T1|rel(l)|13
T2|acq(l)|20
T2|r(z)|21
T2|rel(l)|22
T2|r(x)|23
T0|join(T1)|3
T0|join(T2)|4
END
wants 66 "$GOL" predict pred.std
matches out '^race on x$'
matches out 'write by T1 at pred.std:3:4'
matches out 'found by: wcp syncp osr lockset'
matches out '^hb +0 +0$'
matches out '^wcp +1 +1$'
wants 0 "$GOL" predict --analysis hb pred.std
lacks out 'wcp'
wants 0 "$GOL" predict --analysis lockset pred.std
wants 66 "$GOL" predict --json pred.std
matches out '"type":"predicted","variable":"x"'
matches out '"type":"analysis","analysis":"syncp","racy":1'
matches out '"type":"verdict","verdict":"race","races":1'
wants 0 "$GOL" predict --export std pred.std
same out pred.std
wants 1 "$GOL" predict --analysis nonsense pred.std
matches err 'all, hb, shb'
wants 1 "$GOL" predict --export xml pred.std
wants 1 "$GOL" predict
wants 1 "$GOL" predict missing.std
matches err 'missing.std: No such file'

# Two sections in the unlucky order: only one around the access that comes last shows the race.
program rev.std << 'END'
T0|fork(T1)|1
T0|fork(T2)|2
T1|acq(l)|9
T1|rel(l)|10
T1|acq(m)|11
T1|w(x)|12
T1|rel(m)|13
T2|acq(m)|20
T2|rel(m)|21
T2|acq(l)|22
T2|w(x)|23
T2|rel(l)|24
T0|join(T1)|3
T0|join(T2)|4
END
wants 66 "$GOL" predict rev.std
matches out 'found by: wcp osr lockset'
wants 0 "$GOL" predict --analysis syncp rev.std
wants 66 "$GOL" predict --analysis osr --json rev.std
matches out '"analysis":"osr","racy":1,"pairs":1,"complete":true'

# A table, and a detector over it.
program table.txt << 'END'
T0          T1
1. fork(T1)
2. acq(y)
3. wr(x)
4. rel(y)
5.          wr(x)
6.          acq(y)
7.          rel(y)
END
wants 66 "$GOL" predict --detector grace table.txt
matches out 'write after write \(WaW\) on x'
matches out 'table.txt:6:13'
wants 66 "$GOL" predict --detector grace-full --json table.txt
matches out '"type":"race","kind":"WaW"'
wants 1 "$GOL" predict --detector nonsense table.txt
wants 66 "$GOL" predict --explain table.txt
matches out 'D\(T1\) = '
wants 0 "$GOL" predict --dump table.txt
matches out '^p2 acquire .* Mutex.Lock at table.txt:7:13$'

# A recording.
racy_program
wants 66 "$GOL" run --trace run.trace racy.gol
wants 66 "$GOL" predict run.trace
matches out 'write by goroutine [23] at racy.gol:[34]:'
matches out '^race on x$'
wants 66 "$GOL" predict --detector grace-full run.trace
matches out '\(WaW\) on x '
matches out '^ +[34] \| go func\(\) \{ x = [12]; done <- true \}\(\)'
wants 0 "$GOL" predict --dump run.trace
"$GOL" predict --export std run.trace > run.std
wants 66 "$GOL" predict --analysis hb run.std
for reading in eventset djit fasttrack grace; do
    wants 66 "$GOL" predict --explain --detector $reading run.trace
    wants 66 "$GOL" run --explain --detector $reading racy.gol
done
head -c 100 run.trace > cut.trace
wants 1 "$GOL" predict cut.trace
matches err 'cut.trace: byte [0-9]+:'
printf 'T0 T1\nacq(l)\n   acq(l)\n' > bad.txt
wants 1 "$GOL" predict bad.txt
matches err 'bad.txt:3:4: error: T1 cannot acquire l, which T0 holds'
# Parts of an object are variables, what holds them is none.
program fields.go << 'END'
package main

var a, b, c struct{ x, y int }

func main() {
	done := make(chan bool)
	go func() {
		a.y = 1
		b.y = 2
		c.y = 3
		done <- true
	}()
	<-done
}
END
wants 0 "$GOL" run --trace fields.trace fields.go
wants 0 "$GOL" predict fields.trace
matches out '^[0-9]+ events, 2 goroutines, 3 variables, 0 locks$'
wants 0 "$GOL" predict --explain fields.trace
# Of a long range all is looked at; of one that is too long the beginning, and that is said.
for size in 100000 3000000; do
    program range.go << END
package main

func main() {
	a := new([$size]byte)
	done := make(chan bool)
	go func() {
		a[99999] = 1
		done <- true
	}()
	b := *a
	<-done
	println(b[0])
}
END
    wants 66 "$GOL" run --quiet --trace run.trace range.go
    wants 66 "$GOL" predict --analysis hb run.trace
    [ $size = 100000 ] || matches out '^hb .*not all pairs tried'
done

# The memory limit holds, and is named.
program many.gol << 'END'
var xs [64]int
done := make(chan bool)
go func() {
	for i := range 20000 {
		runtime.Gosched()
		xs[i%64]++
	}
	done <- true
}()
for i := range 20000 {
	runtime.Gosched()
	xs[i%64]++
}
<-done
END
"$GOL" run --quiet --trace many.trace many.gol
limits_memory()
{
    for analysis in "" "--analysis hb" "--detector eventset" "--program many.gol"; do
        # shellcheck disable=SC2086
        wants 3 "$GOL" predict $analysis --memory 1M many.trace
        matches err '^gol predict: the analysis was ended by its memory limit, --memory 1048576$'
    done
    wants 3 "$GOL" predict --json --memory 1M many.trace
    matches out '"verdict":"limit".*"status":3'
    [ "$(grep -c '"type":"verdict"' out)" = 1 ] || bad "not one verdict"
    wants 66 "$GOL" predict --analysis hb --memory 2G many.trace
    wants 66 "$GOL" predict --memory 64M pred.std
}
[ -n "${ASAN_OPTIONS:-}" ] || limits_memory # AddressSanitizer needs terabytes

# One trace at a time: nothing is left out silently.
wants 1 "$GOL" predict run.trace many.trace
matches err 'what is many.trace'

# What is done with a channel, and atomically, is called so.
program kinds.go << 'END'
package main

import "sync/atomic"

var flag int32

func main() {
	c, done := make(chan int, 1), make(chan bool)
	go func() {
		c <- 1
		flag = 1
		done <- true
	}()
	go func() {
		close(c)
		atomic.StoreInt32(&flag, 1+atomic.LoadInt32(&flag))
		done <- true
	}()
	<-done
	<-done
}
END
wants 66 "$GOL" run --quiet --trace kinds.trace kinds.go
wants 66 "$GOL" predict kinds.trace
for operation in 'send by goroutine 2' 'close by goroutine 3' 'atomic read by goroutine 3' 'atomic write by goroutine 3'; do
    matches out "^  $operation at kinds.go:"
done
wants 66 "$GOL" predict --json kinds.trace
matches out '"variable":"c".*"operation":"send".*"operation":"close"'

# A program is no trace; what makes one is told.
cp "$ROOT/examples/bank.gol" program.gol
wants 1 "$GOL" predict program.gol
matches err 'gol run --trace FILE program.gol'

finish
