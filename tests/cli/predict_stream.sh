# gol predict: hb and shb keep a window of the trace only, and say the same as over the whole of it, which
# --explain keeps.
. "$ROOT/tests/cli/lib.sh"

# Rows of accesses, of which half are another goroutine's too.
program rows.gol << 'END'
a, b := make([]int, 300), make([]int, 300)
done := make(chan bool, 4)
for g := 0; g < 4; g++ {
	go func() {
		for round := 0; round < 40; round++ {
			copy(a[g*50:g*50+100], b)
			b[250+g]++
			_ = b[251]
		}
		done <- true
	}()
}
for g := 0; g < 4; g++ {
	<-done
}
END
wants 0 "$GOL" run --seed 3 --detector none --trace rows.trace rows.gol
for analysis in hb shb; do
    wants 66 "$GOL" predict --json --analysis $analysis rows.trace
    mv out window
    wants 66 "$GOL" predict --json --explain --analysis $analysis rows.trace
    sed 's/,"witness":\(\[[^]]*\]\|null\)//' out > whole
    same window whole
    [ "$(grep -c '"predicted"' window)" = 2 ] || bad "$analysis: not two races" "$(cat window)"
done

# The memory it takes does not grow with the run.
program long.gol << 'END'
x := 0
var mu sync.Mutex
done := make(chan bool)
for g := 0; g < 3; g++ {
	go func() {
		for i := 0; i < 300_000; i++ {
			mu.Lock()
			x++
			mu.Unlock()
		}
		done <- true
	}()
}
for g := 0; g < 3; g++ {
	<-done
}
END
wants 0 "$GOL" run --detector none --trace long.trace long.gol
wants 0 "$GOL" predict --memory 100M --analysis hb long.trace
if [ -z "${ASAN_OPTIONS:-}" ]; then # its redzones take memory, too
    wants 3 "$GOL" predict --memory 100M --analysis wcp --window 10000000 long.trace
    wants 0 "$GOL" predict --memory 100M --analysis wcp long.trace
    matches out '^wcp .* within each of [0-9]* windows'
fi

# A recording that was cut short, as by a kill: what is there is judged.
program long.gol << 'END'
x := 0
done := make(chan bool)
go func() {
	for range 20000 {
		x++
	}
	done <- true
}()
x = 1
<-done
END
wants 66 "$GOL" run --trace whole.trace long.gol
head -c 70000 whole.trace > cut.trace
wants 66 "$GOL" predict cut.trace
matches err '^cut.trace: byte [0-9]*: the block should have [0-9]* bytes'
matches err '^the recording was cut short: what follows is about its first [0-9]+ events$'
wants 66 "$GOL" predict --json cut.trace
matches out '"complete":false'
wants 0 "$GOL" show cut.trace
head -c 300 whole.trace > nothing.trace
wants 1 "$GOL" predict nothing.trace
finish
