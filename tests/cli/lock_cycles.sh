# Lock cycles, through Mutexes and both sides of RWMutexes: gol check and gol fuzz find each, and its
# replay ends with the same words and status 2.
. "$ROOT/tests/cli/lib.sh"

for program in "$ROOT"/tests/check/engines/lock_cycle_*.gol; do
    for search in "check --engine dpor" "check --engine reduced" "fuzz -j 1 --schedules 3000"; do
        # shellcheck disable=SC2086 # a command and its flags
        wants 2 "$GOL" $search "$program"
        title=$(grep '^lock cycle' err)
        [ -n "$title" ] || bad "${program##*/}: $search finds no lock cycle"
        command=$(grep -A 40 '^lock cycle' err | sed -n 's/^replay: gol //p' | head -n 1)
        eval "set -- $command"
        wants 2 "$GOL" "$@"
        [ "$(grep '^lock cycle' err)" = "$title" ] ||
            bad "${program##*/}: $search: the replay differs: $(grep '^lock cycle' err)"
    done
done

# What each waits for.
eval "set -- $("$GOL" check "$ROOT/tests/check/engines/lock_cycle_read_twice.gol" 2>&1 |
    sed -n 's/^replay: gol //p' | head -n 1)"
wants 2 "$GOL" "$@"
matches err 'waits for a RWMutex to read in a.RLock\(\), after goroutine 3, which waits to write'
matches err 'waits for a RWMutex to write in a.Lock\(\), held by goroutine 2'
finish
