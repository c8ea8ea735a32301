# gol check --engine dpor runs each program of tests/check/counts under exactly as many executions as
# its first comment counts, and gives none of them up half-way.
. "$ROOT/tests/cli/lib.sh"
# The hostile build ends time slices everywhere: loops without effect go round in other ways.
case $GOL in *stress*) exit 0 ;; esac

for program in "$ROOT"/tests/check/counts/*.gol; do
    name=${program##*/}
    count=$(sed -n 's|^// executions: \([0-9]*\).*|\1|p' "$program")
    status=$(sed -n 's|^// status: ||p' "$program")
    timeout -k 2 20 "$GOL" check --engine dpor "$program" > out 2> err
    got=$?
    [ "$got" = "${status:-0}" ] || bad "$name: exit status $got"
    grep -q "in all $count executions ($count schedules" err ||
        bad "$name: $count executions expected: $(tail -n 1 err)"
done
finish
