# gol vet: answers, statuses, and that nothing which a run finds is called race-free.
. "$ROOT/tests/cli/lib.sh"

program handed.gol << 'END'
x := 0
done := make(chan bool)
go func() { x = 1; done <- true }()
<-done
println(x)
END
wants 0 "$GOL" vet handed.gol
matches out '^race-free for all inputs and schedules \([0-9]+ proven\)$'
wants 0 "$GOL" vet --json handed.gol
matches out '"verdict":"race-free","open":0,'
# Without the digest that knows of channels, nothing is known.
wants 3 "$GOL" vet --digests tid,fresh handed.gol
matches out '^warning: may race on x$'
wants 0 "$GOL" vet --explain handed.gol:3 handed.gol
matches out '    surely in its past: go handed.gol:3$'
matches out '    read by main, in main.main, handed.gol:5:9: synchronisation orders them$'
wants 1 "$GOL" vet --explain handed.gol:9 handed.gol

racy_program
wants 3 "$GOL" vet racy.gol
matches out '^warning: may race on x$'
matches out '^  write  goroutine from racy.gol:3, in main.main.func1 +racy.gol:3:13$'
matches out ' 3 \| go func\(\) \{ x = 1; done <- true \}\(\)$'
matches out '^  past   the first has learnt nothing of the other goroutine'
matches out '^1 pair of accesses may race \([0-9]+ proven\)$'
wants 3 "$GOL" vet --json racy.gol
matches out '^\{"type":"warning","level":"may","variable":"x","access":\{"operation":"write","goroutine":'
matches out '"verdict":"may","open":1,'
wants 3 "$GOL" vet --quiet racy.gol
[ -s out ] && bad "--quiet prints"

# Wrong usage.
wants 1 "$GOL" vet
wants 1 "$GOL" vet --digests tid,luck handed.gol
matches err 'there is no digest "luck"; there are tid '
wants 1 "$GOL" vet --explain handed.gol handed.gol
wants 1 "$GOL" vet nothing.gol

# Programs that say they race, or that a run may find a race in, are never race-free.
for file in "$ROOT"/tests/check/*_racy.gol $(grep -l '// race:' -r "$ROOT/tests/lang" "$ROOT/tests/regress"); do
    [ -f "$file" ] || continue
    # shellcheck disable=SC2046 # words of the line
    "$GOL" vet --quiet $(sed -n 's|^// args:.*\(--go [0-9.]*\).*|\1|p' "$file") "$file" > out 2> err
    status=$?
    [ $status = 3 ] || [ $status = 66 ] || bad "$file: status $status" "$(head -n 3 err)"
done
finish
