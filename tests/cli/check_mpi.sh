# gol-mpi check --engine states: processes that MPI has started come to the verdict of one, also when the
# search goes on from a checkpoint because one of them was killed. ALL=1: for every program of tests/check.
. "$ROOT/tests/cli/lib.sh"
MPI=${GOL%/*}/gol-mpi
if ! command -v mpirun > there || [ ! -e "$MPI" ]; then
    echo "no MPI here (tests/install-deps.sh mpi): not tested"
    exit 0
fi

# verdict COMMAND...: the last words of the search, without the time and the number of executions, in
# ./verdict.
verdict()
{
    timeout -k 2 200 "$@" > out 2> err < /dev/null
    grep -aE ' in .* states? .*engine states\)$' err | sed -E 's/, [0-9.]+ s;/;/; s/\([0-9]+ schedules?, /(/' > verdict
}

ranks()
{
    verdict mpirun --allow-run-as-root --oversubscribe -n 4 "$MPI" check "$@"
}

names='accesses_twice_free barrier_locks_racy engines/lock_cycle_readers livelock/flags livelock/cas_free
    livelock/timeout_free kernels/once_racy'
[ -z "${ALL:-}" ] || names=$(cd "$ROOT/tests/check" && find . -name '*.gol' | sed 's/\.gol$//' | sort)
for name in $names; do
    verdict "$GOL" check --engine states --time 30s "$ROOT/tests/check/$name.gol"
    mv verdict whole
    ! grep -q 'more were left' whole || continue
    ranks "$ROOT/tests/check/$name.gol"
    cmp -s whole verdict || bad "$name" "$(cat whole verdict)"
done

counting_program 5
verdict "$GOL" check --engine states counting.gol
mv verdict whole
matches whole ' in all [0-9]+ states \([0-9]+ states; engine states\)'
ranks counting.gol
same whole verdict

# One that is killed ends them all; started again, they go on.
resume=
for n in 1 2 3; do
    # shellcheck disable=SC2086
    mpirun --allow-run-as-root --oversubscribe -n 4 "$MPI" check --engine states --checkpoint kept $resume \
        counting.gol > out 2> err < /dev/null &
    run=$!
    sleep 1.$((RANDOM % 9))
    kill -KILL "$(pgrep -P $run | sed -n "$((n + 1))p")" 2> killed
    wait $run
    [ -e kept ] && resume=--resume
done
# shellcheck disable=SC2086
ranks --checkpoint kept $resume counting.gol
same whole verdict
# The job file, outside of Slurm; it is over.
GOL_MPI=$MPI GOL_MPIRUN="mpirun --allow-run-as-root --oversubscribe -n 3" \
    verdict "$ROOT/contrib/slurm_mpi.sh" counting.gol kept
same whole verdict
# By processes without MPI as well.
verdict "$GOL" check --engine states -j 2 --checkpoint kept --resume counting.gol
same whole verdict
verdict mpirun --allow-run-as-root --oversubscribe -n 2 "$MPI" check --engine dpor counting.gol
matches err 'processes of MPI search with the engine states, not dpor'
# A program that does not compile, a checkpoint that is there already: all end.
echo 'x' > wrong.gol
verdict mpirun --allow-run-as-root --oversubscribe -n 4 "$MPI" check --engine states -j 4 wrong.gol
matches err 'wrong.gol:1'
ranks --checkpoint kept counting.gol
matches err 'kept is there already'
finish
