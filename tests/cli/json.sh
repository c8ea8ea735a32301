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
# What is no UTF-8 must not spoil it.
name=$(printf 'p\377.gol')
printf 'x := 0\ngo func() { x = 1 }()\nx = 2\nruntime.Gosched()\nfmt.Println("\\xed\\xa0\\x80\\xc0\\xff")\n' > "$name"
for command in 'run --json' 'fuzz -j 1 --schedules 20 --outcomes --json'; do
    # shellcheck disable=SC2086
    wants 66 "$GOL" $command "$name"
    iconv -f utf-8 -t utf-8 out > /dev/null 2>&1 || bad "gol $command: this is no UTF-8"
done
printf 'A|w(\377)|1\nB|w(\377)|2\n' > bytes.std
wants 66 "$GOL" predict --json bytes.std
iconv -f utf-8 -t utf-8 out > /dev/null 2>&1 || bad 'gol predict: this is no UTF-8'
finish
