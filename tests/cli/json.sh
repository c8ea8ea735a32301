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
# Whatever ends a run is an object before the verdict, with what was printed of it and its replay.
cat > cycle.gol << 'END'
var a, b sync.Mutex
a.Lock()
go func() { b.Lock(); a.Lock() }()
runtime.Gosched()
println("here")
b.Lock()
END
echo 'for { }' > endless.gol
while read -r status type what file; do
    wants "$status" "$GOL" run --json --steps 10000 $file
    matches out "^\{\"type\":\"$type\",\"title\":\".*\",\"report\":\".*$what.*\",\"replay\":\"gol run .*$file\"\}$"
    [ "$(wc -l < out)" = 2 ] || bad "$file: not one finding and the verdict" "$(cat out)"
done << 'END'
2 panic goroutine.1 panic.gol
2 deadlock waits.for.a.value dead.gol
2 deadlock held.by.goroutine cycle.gol
3 livelock endless.gol endless.gol
END
wants 2 "$GOL" run --json cycle.gol
[ "$(head -n 1 err)" = here ] || bad 'what the program printed does not come first' "$(cat err)"
matches err '^fatal error: all goroutines are asleep - deadlock!$'
wants 5 "$GOL" run --json exit.gol
[ "$(wc -l < out)" = 1 ] || bad 'a status is a finding' "$(cat out)"
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

# How many accesses conflict: locksets know one.
program locks.gol << 'END'
n, c := 0, make(chan bool)
go func() { n = 1; c <- true }()
go func() { n = 2; c <- true }()
<-c
<-c
END
wants 0 "$GOL" run --json --detector lockset locks.gol
matches out '^\{"type":"warning",.*"detector":"lockset","variable":"n","number":1,"conflicts":1,'
finish
