# gol check --graph: the graph of states, for Graphviz.
. "$ROOT/tests/cli/lib.sh"
cp "$ROOT/examples/bank.gol" .
program locks.gol << 'END'
var a, b sync.Mutex
done := make(chan bool)
go func() { a.Lock(); b.Lock(); b.Unlock(); a.Unlock(); done <- true }()
go func() { b.Lock(); a.Lock(); a.Unlock(); b.Unlock(); done <- true }()
<-done
<-done
END
# graph PROGRAM STATUS: each state that the verdict counts is there, and can be reached from the start.
graph()
{
    wants "$2" "$GOL" check --json --graph "$1.dot" "$1"
    states=$(sed -n 's/.*"type":"verdict".*"states":\([0-9]*\).*/\1/p' out)
    [ -n "$states" ] || bad "no number of states" "$(tail -n 1 out)"
    awk -v states="$states" '
        / -> / { to[$1] = to[$1] " " $3; next }
        END {
            seen["s0"] = 1; list[n = 1] = "s0"
            for (i = 1; i <= n; i++) {
                m = split(to[list[i]], next_, " ")
                for (k = 1; k <= m; k++)
                    if (!(next_[k] in seen)) { seen[next_[k]] = 1; list[++n] = next_[k] }
            }
            n -= ("end" in seen)
            if (n != states) { print n " states can be reached, not " states; exit 1 }
        }' "$1.dot" > why || bad "$1: $(cat why)" "$(cat "$1.dot")"
}
graph bank.gol 66
[ "$(grep -c 'color=red.*race: write after read (WaR) on total' bank.gol.dot)" = 1 ] || bad "no race" "$(cat bank.gol.dot)"
matches bank.gol.dot 'label="goroutine 1: <-done"'
graph locks.gol 2
[ "$(grep -c '^ *s[0-9]* \[color=red.*deadlock' locks.gol.dot)" = 1 ] || bad "no deadlock"
wants 1 "$GOL" check --engine dpor --graph x.dot bank.gol
matches err 'the engine dpor has no graph'
"$GOL" check --graph page.html bank.gol > out 2> err
if command -v dot > /dev/null; then
    matches page.html '<svg'
    lacks page.html '(src|href)=.http'
else
    matches err 'needs the program dot'
fi
finish
