# gol check --shard I/N --shared DIR: processes that share a directory come to the verdict of one, also
# when one is killed and started again, and when nothing can be written for a while. gol status. The
# job files of contrib.
. "$ROOT/tests/cli/lib.sh"

program counts.gol << 'EOF'
var x atomic.Int64
var wg sync.WaitGroup
for n := range 4 {
	wg.Add(1)
	go func() {
		for range 3 - n/2 {
			if x.Add(1) == 0 { panic("none") }
		}
		wg.Done()
	}()
}
wg.Wait()
EOF
racy_branch_program

# ends_as PROGRAM FILE...: the last line of each file is the verdict of one process.
ends_as()
{
    timeout 250 "$GOL" check --engine dpor "$1" > out 2> err < /dev/null
    tail -n 1 err | sed -E 's/, [0-9.]+ s;/;/' > whole
    matches whole ' in all [0-9]+ executions'
    shift
    for file; do
        tail -n 1 "$file" | sed -E 's/, [0-9.]+ s;/;/' > verdict
        same whole verdict
    done
}

# Four processes, one of which is killed and started again.
for i in 0 1 2; do
    timeout 250 "$GOL" check --shard $i/4 --shared dir counts.gol > out.$i 2> err.$i < /dev/null &
done
timeout -s KILL 0.7 "$GOL" check --shard 3/4 --shared dir counts.gol > out 2> err.3 < /dev/null
timeout 250 "$GOL" check --shard 3/4 --shared dir counts.gol > out 2> err.3 < /dev/null
wait
ends_as counts.gol err.0 err.1 err.2 err.3
wants 0 "$GOL" status dir
matches out '^25200 executions in [0-9]+ parts, all of them, 0 findings$'
matches out '^process 3: [0-9]+ parts, last heard of [0-9]+ s ago$'
wants 0 "$GOL" status --html page dir
matches page '^25200 executions'
wants 1 "$GOL" status .
# Who comes late has the verdict at once; another program is another search.
timeout 250 "$GOL" check --shard 2/9 --shared dir counts.gol > out 2> err < /dev/null
ends_as counts.gol err
wants 1 "$GOL" check --shard 1/4 --shared dir racy.gol
matches err 'dir/search is of another program'

# Findings, and a search that begins anew because of a race.
for i in 1 2 3 4; do
    timeout 250 "$GOL" check --shard $i/4 --shared races racy.gol > out.$i 2> err.$i < /dev/null &
done
wait
ends_as racy.gol err.1 err.2 err.3 err.4
for i in 2 3 4; do
    grep -o '^race: .*' err.$i > titles.$i
    same titles.2 titles.$i
done
wants 0 "$GOL" status races
matches out '^    race: '

# The directory cannot be written for a while, once both processes have opened it.
sed 's|3 - n/2|3 - n/3|' counts.gol > long.gol
mkdir kept && ln -s kept full
timeout 250 "$GOL" check --shard 0/2 --shared full long.gol > out.0 2> err.0 < /dev/null &
timeout 250 "$GOL" check --shard 1/2 --shared full long.gol > out.1 2> err.1 < /dev/null &
for ((n = 0; n < 3000; n++)); do
    [ -e kept/status.json ] && [ -e kept/shards/0 ] && [ -e kept/shards/1 ] && break
    sleep 0.01
done
ln -sfn /dev/null full
sleep 1
ln -sfn kept full
wait
ends_as long.gol err.0 err.1
grep -q 'cannot write full/.*; waiting until it can' err.0 err.1 || bad 'it was not said that nothing could be written'

# Stopped by its time, a process gives back what it took; another one ends the work.
wants 3 "$GOL" check --time 200ms --shard 0/1 --shared left counts.gol
matches err 'the time: more were left'
[ -z "$(ls left/taken)" ] || bad 'a part was kept'
timeout 250 "$GOL" check --shard 0/1 --shared left counts.gol > out 2> err.0 < /dev/null
ends_as counts.gol err.0

# The job files.
GOL_NO_PARALLEL=1 "$ROOT/contrib/parallel.sh" 3 counts.gol jobs > out 2> err.0 < /dev/null
ends_as counts.gol err.0
for i in 0 1 2 3; do
    SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=4 "$ROOT/contrib/slurm.sh" counts.gol array > out 2> err.$i < /dev/null &
done
wait
ends_as counts.gol err.0 err.1 err.2 err.3

# gol fuzz: a corpus for all, with heartbeats.
for i in 0 1; do
    timeout 250 "$GOL" fuzz -j 1 --time 1s --shard $i/2 --shared fuzzed racy.gol > out 2> err.$i < /dev/null &
done
wait
[ -n "$(ls fuzzed/corpus)" ] || bad 'the corpus is empty'
wants 0 "$GOL" status fuzzed
matches out '^fuzzed/corpus/race-.*\.schedule$'
matches out '^process 1: [0-9]+ schedules, [0-9]+ partial orders, [1-9] findings, last heard'

# What makes no sense.
wants 1 "$GOL" check --shard 1/4 counts.gol
matches err '^gol check: --shard I/N and --shared DIR go together'
for shard in 5/4 x 1 1/0 -1/3; do
    wants 1 "$GOL" check --shard=$shard --shared dir counts.gol
done
wants 1 "$GOL" check -j 2 --shard 1/4 --shared dir counts.gol
wants 1 "$GOL" check --engine states --shard 1/4 --shared dir counts.gol
matches err '^gol check: --shard has no meaning for the engine states'
finish
