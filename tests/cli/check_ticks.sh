# A leak beside a panic: where a tick leads to the panic, dpor lets it come, and says that leaks
# without it are left out. Without a ticker nothing is.
. "$ROOT/tests/cli/lib.sh"
cat > beside.gol <<'EOF'
stop, beats := make(chan bool), make(chan int)
go func() {
	t := time.NewTicker(time.Millisecond)
	beats <- 0
	select {
	case <-stop:
	case <-t.C:
		beats <- 1 // blocked for ever: main reads one
	}
}()
<-beats
go func() {
	t := time.NewTicker(time.Millisecond)
	select {
	case <-stop:
	case <-t.C:
		panic("a tick")
	}
}()
EOF
"$GOL" check --engine reduced --leaks beside.gol > out 2> err
grep -q '^leak: blocked for ever: main.main.func1' out err || bad "reduced: no leak"
grep -q '2 findings in all ' err || bad "reduced: $(tail -n 1 err)"
"$GOL" check --engine dpor --leaks beside.gol > out 2> err
grep -q '^leak: ' out err || grep -q 'within .*ticks that come before a failure' err ||
    bad "dpor leaves the leak out and claims all: $(tail -n 1 err)"
sed 's/t := time.NewTicker.*/t := time.NewTimer(time.Millisecond)/' beside.gol > once.gol
for engine in dpor reduced; do
    "$GOL" check --engine $engine --leaks once.gol > out 2> err
    grep -q '1 finding in all ' err || bad "$engine, timers: $(tail -n 1 err)"
done

# A tick is dropped while the one before has not been received: a goroutine was slow.
program dropped.go << 'END'
package main

import "time"

func main() {
	t := time.NewTicker(10 * time.Millisecond)
	last := <-t.C
	for i := 0; i < 3; i++ {
		now := <-t.C
		if now.Sub(last) > 15*time.Millisecond {
			panic("dropped")
		}
		last = now
	}
}
END
wants 2 "$GOL" fuzz -j 1 --first --schedules 3000 dropped.go
matches err '^panic: dropped$'
command=$(sed -n 's/^replay: gol //p' err)
# shellcheck disable=SC2086
wants 2 "$GOL" $command
matches err '^panic: dropped$'
wants 2 "$GOL" check --late 50ms --first dropped.go
matches err '^panic: dropped$'
for engine in dpor states; do
    wants 0 "$GOL" check --engine $engine dropped.go
    matches err 'within a clock that moves only with timers'
done
finish
