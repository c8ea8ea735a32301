# Idioms that leave goroutines behind, and twins that leave none (tests/leaks/idioms.go), as tests;
# each also beside a ticker that nothing reads, a goroutine in `select {}`, a worker that a
# package-level variable reaches, and a loop that sleeps. None may be missed, none reported wrongly, by
# a run nor by any engine.
. "$ROOT/tests/cli/lib.sh"
. "$ROOT/tests/leaks/make.sh"

# results PACKAGE [FLAG...]: NAME RESULT of each test.
results()
{
    local package=$1
    shift
    timeout 600 "$GOL" test --json "$@" "$package/tests" > out 2> err
    sed -n 's/.*"type":"test","name":"\([A-Za-z]*\)","result":"\([a-z ]*\)".*/\1 \2/p' out | sort
}

# judge HOW: of the results in `leaking` and `fine`.
judge()
{
    [ "$(wc -l < fine)" = "$(wc -l < leaking)" ] || bad "$1: not as many twins" "$(head -n 5 err)"
    missed=$(grep -Ev ' (leak|lock cycle)$' leaking)
    [ -z "$missed" ] || bad "$1: missed:" "$missed"
    wrong=$(grep -Ev ' (pass|time limit)$' fine) # a search of milliseconds may have seen nothing yet
    [ -z "$wrong" ] || bad "$1: reported wrongly:" "$wrong"
}

results leak > leaking
results clean > fine
count=$(wc -l < leaking)
[ "$count" -ge 200 ] || bad "$count tests, not 200" "$(head -n 5 err)"
judge run

# Timers for an hour that fire because goroutines may be slow are no timeout of the test.
some='Alone|(Ticker|Channel)Sleeper'
for engine in dpor reduced states; do
    results leak --check --engine $engine --time 60s --run "$some" > leaking
    results clean --check --engine $engine --time 20ms --run "$some" > fine
    [ -s leaking ] || bad "$engine: no results" "$(head -n 5 err)"
    judge "$engine"
    lacks out 'could not be repeated'
done

# Others leak beside a goroutine that goes on for ever, and is never in the same state twice.
cat > after_main.gol << END
c := make(chan int)
var n atomic.Int64
go func() { <-c }()
go func() { for { n.Add(1) } }()
END
{ cat after_main.gol; echo 'for { n.Load() }'; } > before_end.gol
for program in after_main before_end; do
    for engine in dpor reduced states; do
        timeout 20 "$GOL" check --engine $engine --leaks --first --steps 30000 $program.gol 2> err
        matches err '^leak: blocked for ever: '
    done
done
finish
