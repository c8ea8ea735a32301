# Programs that fail by timing and their twins that do not (tests/check/timing): the engines and
# fuzz find the failure, each with a schedule that shows it again, and none in the twin, of which the
# engines claim all or name their bound.
. "$ROOT/tests/cli/lib.sh"
case $GOL in *stress*) exit 0 ;; esac

fails() { [ $got = 2 ] || [ $got = 66 ]; }

for program in "$ROOT"/tests/check/timing/*.gol; do
    name=${program##*/}
    cp "$program" "$name"
    args=$(sed -n 's|^// args: ||p' "$name")
    for how in 'check --engine dpor' 'check --engine reduced' 'check --engine states' 'fuzz -j1 --schedules 600'; do
        # shellcheck disable=SC2086
        timeout -k 2 20 "$GOL" $how --first $args "$name" > out 2> err
        got=$?
        case $name in
            *_holds.gol)
                [ $got = 0 ] || bad "$name: $how: exit status $got"
                case $how in fuzz*) continue ;; esac
                grep -Eq " in (all|the only) |a clock that moves|rounds of timers|other goroutine's Unlock" err || bad "$name: $(tail -n 1 err)"
                ;;
            *_fails.gol)
                fails || bad "$name: $how: exit status $got: $(tail -n 1 err)"
                eval "set -- $(sed -n 's/^replay: gol //p' err | head -n 1)"
                timeout -k 2 20 "$GOL" "$@" > out 2> err
                got=$?
                fails || bad "$name: $how: its replay ends with status $got"
                ;;
        esac
    done
done
finish
