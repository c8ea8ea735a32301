#!/usr/bin/env bash
# The tour behind `make demo`: a program that seems to work, its race, and the very same race again.
set -u
cd "$(dirname "$0")/.." || exit 1
GOL=${GOL:-build/gol}
PROGRAM=${PROGRAM:-examples/bank.gol}
FIXED=${FIXED:-examples/bank_fixed.gol}
work=$(mktemp -d "${TMPDIR:-/tmp}/gol-demo-XXXXXX")
trap 'rm -rf "$work"' EXIT
color=(--color never)
[ -t 1 ] && color=(--color always)

say() { printf '\n== %s\n' "$*"; }
# try NAME COMMAND ARGS...: shows `gol COMMAND ARGS` as it would be typed, runs it, keeps its report
# as NAME.
try()
{
    local name=$work/$1 command=$2 status
    shift 2
    printf '$ gol %s %s\n' "$command" "$*"
    "$GOL" "$command" "${color[@]}" "$@" > "$name.out" 2> "$name"
    status=$?
    cat "$name.out" "$name"
    echo "[exit status $status]"
    return $status
}
# must STATUS WANTED
must() { [ "$1" = "$2" ] || { echo "demo: expected exit status $2"; exit 1; }; }

say "A bank with two deposits: $PROGRAM"
cat -n "$PROGRAM"

say "It prints a plausible total. But gol checks every access, and 66 says that two of them race."
try first run "$PROGRAM"
must $? 66

say "Another schedule, chosen by a seed"
try seeded run --seed 7 "$PROGRAM"
must $? 66

say "The last line of that report brings the very same run about again"
replay=$(sed -n 's/^ *replay: *gol run //p' "$work/seeded" | tail -n 1)
# shellcheck disable=SC2086 # the command is several words
try replayed run $replay
must $? 66
cmp -s "$work/seeded" "$work/replayed" || { echo "demo: the two reports differ"; exit 1; }
echo "The two reports are the same, byte for byte."

say "What happened, as rules of the calculus"
printf '$ gol run --explain %s\n' "$PROGRAM"
"$GOL" run "${color[@]}" --explain "$PROGRAM" 2>&1 | sed '/^.*race: /,$d'

say "Fuzzing: schedules by the thousand. Each finding comes once, on the shortest schedule found"
try fuzzed fuzz --schedules 20000 "$PROGRAM"
must $? 66

say "The repaired program is clean, under this schedule"
try fixed run --seed 7 "$FIXED"
must $? 0

say "and under every other: checking all of them is a proof"
try proved check "$FIXED"
must $? 0

say "Now you:  $GOL repl"
echo "   try    c := make(chan int)"
echo "          go func() { c <- 42 }()"
echo "          <-c"
