# A few of the programs of tests/bombs.py, which want all memory or all time: each run ends in time,
# within its memory, and says which limit it was. `make bombs` runs all.
. "$ROOT/tests/cli/lib.sh"
case $GOL in *stress* | *asan*) exit 0 ;; esac
command -v python3 > /dev/null || finish # bare machines: CI has it
for kind in dropped_timers big_square panics strings; do
    wants 0 python3 "$ROOT/tests/bombs.py" --gol "$GOL" "^run $kind\$"
    lacks out '^run '
done
program spin.gol << 'END'
fmt.Println("before")
for i := 0; i >= 0; i++ {
	runtime.Gosched()
}
END
wants 3 "$GOL" run --json --time 300ms spin.gol
matches out 'timeout: no end within the time limit'
matches out '"replay":"gol run --time 300ms spin.gol"'
finish
