# Goroutines that go round for ever although the scheduler is fair: found by `states` and `auto`,
# with a schedule that shows it; and loops that a fair scheduler leaves are none.
. "$ROOT/tests/cli/lib.sh"
for program in "$ROOT"/tests/check/livelock/*.gol; do
    name=$(basename "$program" .gol)
    case $name in
    *_free)
        for engine in states auto; do
            wants 0 timeout 200 "$GOL" check --engine $engine --time 100s "$program"
            matches err '^no race, no deadlock, no panic in (all|the only) '
        done
        ;;
    *)
        wants 3 timeout 60 "$GOL" check --engine states --steps 5000 "$program"
        matches err '^livelock or long computation: no end within the step limit$'
        matches err '^1 finding in all '
        replay=$(sed -n 's/^replay: gol //p' err)
        # shellcheck disable=SC2086
        wants 3 timeout 60 "$GOL" $replay
        matches err '^livelock or long computation: no end within the step limit$'
        ;;
    esac
done

# The schedule names what is repeated once, and in the file, too.
wants 3 "$GOL" check --engine states --steps 5000 "$ROOT/tests/check/livelock/flags.gol"
matches err '--schedule [0-9^.]*\{[0-9^.]+\}\^[0-9]+'
replay=$(sed -n 's/^replay: gol //p' err)
# shellcheck disable=SC2086
wants 3 "$GOL" run --save-schedule round.sched ${replay#run }
matches round.sched '\{g[0-9:^ g]+\}\^[0-9]+'
wants 3 "$GOL" run --steps 5000 --schedule round.sched "$ROOT/tests/check/livelock/flags.gol"
matches err '^livelock or long computation: no end within the step limit$'

# Near the step limit goroutines that would wait begin to, as they stand then.
wants 3 "$GOL" check --engine dpor --steps 2000 --time 2s "$ROOT/tests/check/livelock/polite.gol"

# A closed channel is looked at again and again, and dpor sees that, too.
wants 3 "$GOL" check --engine dpor --steps 5000 "$ROOT/tests/check/livelock/closed.gol"
matches err '^livelock or long computation: no end within the step limit$'
wants 0 "$GOL" check --engine dpor "$ROOT/tests/check/livelock/closed_free.gol"
matches err '^no race, no deadlock, no panic in all [0-9]+ executions \('

# What is wrong with a group is said.
for wrong in '{0.1' '{}^3' '{0}^99999999999' '{0.{1}^2}^2' '0.{1}^'; do
    wants 1 "$GOL" run --schedule "$wrong" "$ROOT/tests/check/livelock/flags.gol"
    matches err 'expected'
done
finish
