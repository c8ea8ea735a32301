# Each program of tests/fuzzing has the bug its first line names, found by the default strategy and
# by partial-order sampling, and shown again by its replay command. Without a detector: it is the
# program's own assertion that has to fail.
. "$ROOT/tests/cli/lib.sh"
cp "$ROOT"/tests/fuzzing/*.gol .
for program in *.gol; do
    kind=$(sed -n '1s|^// bug: ||p' "$program")
    case $kind in
    panic) text='^panic: ' ;;
    deadlock) text='^fatal error: all goroutines are asleep' ;;
    *) bad "$program does not say what is wrong with it" ;;
    esac
    for strategy in mixed pos; do
        wants 2 "$GOL" fuzz -j 1 --detector none --first --schedules 5000 --strategy $strategy \
            "$program"
        matches err "$text"
        replay=$(sed -n 's/^replay: gol //p' err)
        # shellcheck disable=SC2086 # a command line of plain words
        wants 2 "$GOL" $replay
        matches err "$text"
    done
done

# Executions a second: no floor here, the machine may be busy; but they must be clean.
cp "$ROOT"/tests/fuzzing/speed/*.gol .
for program in "$ROOT"/tests/fuzzing/speed/*.gol; do
    wants 0 "$GOL" fuzz -j 1 --schedules 300 "${program##*/}"
done
finish
