# --json: one object a line on stdout, the verdict last.
. "$ROOT/tests/cli/lib.sh"
racy_program
wants 66 "$GOL" run --json racy.gol
matches out '^\{"type":"race",.*\}$'
tail -n 1 out > last
matches last '^\{"type":"verdict","verdict":"race".*\}$'
echo 'x := 1; _ = x' > clean.gol
wants 0 "$GOL" run --json clean.gol
tail -n 1 out > last
matches last '"verdict":"clean"'
echo '<-make(chan int)' > dead.gol
wants 2 "$GOL" run --json dead.gol
tail -n 1 out > last
matches last '"verdict":"deadlock"'
echo 'panic("x")' > panic.gol
wants 2 "$GOL" run --json panic.gol
tail -n 1 out > last
matches last '"verdict":"panic"'
echo 'os.Exit(5)' > exit.gol
wants 5 "$GOL" run --json exit.gol
tail -n 1 out > last
matches last '"verdict":"exit"'
echo 'x' > error.gol
wants 1 "$GOL" run --json error.gol
tail -n 1 out > last
matches last '"verdict":"error"'
finish
