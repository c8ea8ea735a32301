#!/usr/bin/env bash
# Random programs (random_programs_test --print) under gol and under `go build -race`:
#
#   tests/random_go.sh [PROGRAMS [FIRST]]      default 100, from number 1
#
# Go chooses its schedules itself, so that verdicts can be compared only where they do not depend on
# them: a race that Go reports, gol must find under some schedule; where gol finds a race under each
# of many schedules, Go must report one in some run. Prints each disagreement; the last line is
# "N programs, N racy under Go, N under gol, N disagreements".
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
PROGRAMS=${1:-100}
FIRST=${2:-1}
SCHEDULES=2000 # that gol searches for a race which Go reported
CERTAIN=40     # schedules that must all be racy before Go has to agree
GO_RUNS=20
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# go_reports: whether some run of $work/program has a race report. Blocked programs end by timeout.
go_reports()
{
    for ((run = 0; run < GO_RUNS; run++)); do
        GORACE=atexit_sleep_ms=0 timeout 2 "$work/program" > "$work/out" 2>&1
        grep -q 'WARNING: DATA RACE' "$work/out" && return 0
    done
    return 1
}

gol_finds() { "$BUILD/gol" fuzz --schedules "$SCHEDULES" --quiet "$1" > /dev/null 2>&1; [ $? = 66 ]; }

gol_always_finds()
{
    for ((seed = 1; seed <= CERTAIN; seed++)); do
        "$BUILD/gol" run --strategy random --seed "$seed" --quiet "$1" > /dev/null 2>&1
        [ $? = 66 ] || return 1
    done
}

go_racy=0 gol_racy=0 wrong=0
for ((i = FIRST; i < FIRST + PROGRAMS; i++)); do
    "$BUILD/tests/unit/random_programs_test" --print "$i" > "$work/program.go"
    go build -race -o "$work/program" "$work/program.go" || exit 1
    if go_reports; then
        go_racy=$((go_racy + 1))
        gol_finds "$work/program.go" && gol_racy=$((gol_racy + 1)) && continue
        echo "program $i: Go reports a race, gol finds none in $SCHEDULES schedules"
        wrong=$((wrong + 1))
    elif gol_always_finds "$work/program.go"; then
        gol_racy=$((gol_racy + 1))
        echo "program $i: gol reports a race under each of $CERTAIN schedules, Go none in $GO_RUNS runs"
        wrong=$((wrong + 1))
    fi
done
echo "$PROGRAMS programs, $go_racy racy under Go, $gol_racy under gol, $wrong disagreements"
[ "$wrong" = 0 ]
