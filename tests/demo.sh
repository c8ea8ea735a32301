#!/usr/bin/env bash
# The tour behind `make demo`: a program that seems to work, its race, and the race again.
set -u
cd "$(dirname "$0")/.." || exit 1
GOL=${GOL:-build/gol}
PROGRAM=${PROGRAM:-examples/bank.gol}
report=$(mktemp "${TMPDIR:-/tmp}/gol-demo-XXXXXX")
trap 'rm -f "$report"' EXIT

say() { printf '\n== %s\n' "$*"; }
# Shows a command as it would be typed, runs it, tells the status.
try()
{
    printf '$ %s\n' "${*/#$GOL/gol}"
    "$@" 2> >(tee "$report" >&2)
    local status=$?
    sleep 0.1 # until tee has printed the report
    echo "[exit status $status]"
    return $status
}

say "A bank with a racy account: $PROGRAM"
cat -n "$PROGRAM"

say "gol runs it and checks every access; 66 means that a race was found"
try "$GOL" run "$PROGRAM"
if [ $? != 66 ]; then
    echo "demo: expected a race here"
    exit 1
fi

say "The report ends with the command that reproduces it: the very same run again"
replay=$(sed -n 's/^ *replay: *//p' "$report" | tail -n 1)
cp "$report" "$report.first"
# shellcheck disable=SC2086 # the command is several words
try "$GOL" ${replay#gol }
same=$(cmp -s "$report" "$report.first" && echo "byte for byte the same" || echo "DIFFERENT")
rm -f "$report.first"
echo "The two reports are $same."
[ "$same" = DIFFERENT ] && exit 1

say "Another schedule, chosen by a seed"
try "$GOL" run --seed 7 "$PROGRAM"

say "What a step of the run means, as rules of the calculus"
printf '$ gol run --explain %s | head -n 15\n' "$PROGRAM"
"$GOL" run --explain "$PROGRAM" 2>&1 | head -n 15

say "Now you: build/gol repl    (try:  c := make(chan int);  go func() { c <- 42 }();  <-c )"
exit 0
