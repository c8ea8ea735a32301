# gol check -j N: the same verdict and counts as of one process, findings in one order; a search that was
# killed goes on from its checkpoint to the verdict of one that was not.
. "$ROOT/tests/cli/lib.sh"

# verdict FLAGS...: the last line, without the time, in ./verdict.
verdict()
{
    timeout -k 2 250 "$GOL" check --engine dpor "$@" > out 2> err
    tail -n 1 err | sed -E 's/, [0-9.]+ s;/;/' > verdict
}

program counts.gol << 'EOF'
var x atomic.Int64
var wg sync.WaitGroup
for range 3 {
	wg.Add(1)
	go func() {
		for range 3 {
			if x.Add(1) == 0 { panic("none") }
		}
		wg.Done()
	}()
}
wg.Wait()
EOF
program stuck.gol << 'EOF'
var forks [9]sync.Mutex
var wg sync.WaitGroup
for i := range 9 {
	wg.Add(1)
	go func() {
		forks[i].Lock()
		forks[(i+1)%9].Lock()
		forks[(i+1)%9].Unlock()
		forks[i].Unlock()
		wg.Done()
	}()
}
wg.Wait()
EOF
racy_branch_program
# Its goroutines go round loops until they see a change.
cp "$ROOT/tests/check/produce_consume_many_racy.gol" spins.gol
for file in counts stuck racy spins; do
    verdict $file.gol
    mv verdict whole
    matches whole ' in all [0-9]+ executions'
    for jobs in 1 2 5; do
        rm -f kept
        verdict -j $jobs --checkpoint kept $file.gol
        same whole verdict
        # It is over: nothing is searched again.
        verdict -j $jobs --checkpoint kept --resume $file.gol
        same whole verdict
    done
done

# The order of findings does not depend on who was first, nor do those of JSON.
for n in 1 2 3; do
    "$GOL" check --engine dpor -j 3 --json racy.gol < /dev/null 2> err | grep -o '"title":"[^"]*"' > titles.$n
done
same titles.1 titles.2
same titles.1 titles.3
sort -c titles.1 || bad 'findings are not sorted' "$(cat titles.1)"

# Engines that have no -j say so.
wants 1 "$GOL" check -j 2 --engine reduced counts.gol
matches err '^gol check: -j has no meaning for the engine reduced'
wants 1 "$GOL" check --checkpoint kept --engine reduced counts.gol
matches err '^gol check: --checkpoint has no meaning for the engine reduced'
wants 3 "$GOL" check --engine dpor -j 3 --schedules 100 counts.gol
matches err 'in 100 executions within 100 schedules'
wants 0 "$GOL" check --engine dpor -j 3 --schedules 10000 counts.gol
wants 2 "$GOL" check -j 3 --first stuck.gol

# A file that is there, of something else, or damaged.
rm -f kept
wants 0 "$GOL" check --checkpoint kept counts.gol
wants 1 "$GOL" check --checkpoint kept counts.gol
matches err 'kept is there already: --resume goes on from it'
wants 1 "$GOL" check --checkpoint kept --resume stuck.gol
matches err 'kept is of another program, or of other flags'
wants 1 "$GOL" check --checkpoint kept --resume --depth 7 counts.gol
head -c 60 kept > half
wants 1 "$GOL" check --checkpoint half --resume counts.gol
matches err 'half is damaged'
wants 1 "$GOL" check --checkpoint counts.gol --resume counts.gol
matches err 'counts.gol is no checkpoint'
wants 1 "$GOL" check --resume counts.gol
matches err '^gol check: --resume from what'
wants 0 "$GOL" check --checkpoint new --resume counts.gol
matches err 'there is no new yet: the search begins'
wants 1 "$GOL" check --checkpoint none/file counts.gol

# Killed ten times, workers and all, or ended by a signal: the same verdict.
sed 's/range 3 {$/range 4 {/; 0,/range 4/! s/range 4/range 3/' counts.gol > long.gol
rm -f kept
resume=
for n in 1 2 3 4 5 6 7 8 9 10; do
    [ $n = 5 ] && signal=TERM || signal=KILL
    # shellcheck disable=SC2086
    timeout -s $signal 0.$((RANDOM % 5 + 2)) "$GOL" check --engine dpor -j 2 --checkpoint kept $resume long.gol > out 2> err < /dev/null
    [ -e kept ] && resume=--resume
done 2> killed
verdict -j 2 --checkpoint kept $resume long.gol
matches verdict 'no panic in all 369600 executions \(369600 schedules; engine dpor\)'

# One worker that is killed is replaced.
"$GOL" check --engine dpor -j 2 long.gol > out 2> err < /dev/null &
sleep 0.3
kill -KILL "$(pgrep -P $! | head -n 1)" 2> killed
wait $!
matches err 'no panic in all 369600 executions'
finish
