#!/usr/bin/env bash
# Whether programs do and say the same with --facts and without:
#
#   tests/facts_suites.sh [EVERY]       default 1: all; 20: one in twenty
#
# They are those of tests/ and examples/ and the functions of Go's race suite, if `make vet-table` has
# split it. Output and status of a run under two detectors must be the same, and the variables and
# functions of its races; of several accesses that race with one, a report may name another (spec/vet.md).
set -u
cd "$(dirname "$0")/.." || exit 1
GOL=${GOL:-${BUILD:-build}/gol}
export GOL

# What both print, without the flag in the commands that repeat a finding, and without places.
say()
{
    local file=$1
    shift
    { timeout 60 "$GOL" run --json --steps 3000000 --go 1.21 "$@" "$file" < /dev/null 2>&1; echo "status $?"; } |
        sed -E '/^\{"type":"race"/ {
            s/"(line|column|started_line|started_column|conflicts)":[0-9]+//g
            s/"why":"[^"]*"//g
            s/"last_sync":(null|\{[^}]*\})//g
        }'
}
one()
{
    local detector all facts
    for detector in hybrid fasttrack; do
        all=$(say "$1" --detector $detector)
        facts=$(say "$1" --detector $detector --facts | sed 's/ --facts//')
        case $all$facts in *'status 124'*) echo "slow $1"; return ;; esac
        if [ "$all" = "$facts" ]; then echo "same"; else echo "differs --detector $detector $1"; fi
    done
}
export -f say one

{
    find tests/lang tests/check tests/regress tests/vet examples -name '*.go' -o -name '*.gol'
    find "${BUILD:-build}/suites/race" -name '*.go' 2> /dev/null
} | sort | awk -v every="${1:-1}" 'NR % every == 0' |
    xargs -P "${JOBS:-$(nproc)}" -I {} bash -c 'one {} 2> /dev/null' |
    awk '/^differs|^slow/ { print } { count[$1]++ }
         END { printf "%d runs the same with --facts, %d differ, %d programs too slow\n",
                      count["same"], count["differs"], count["slow"]
               exit count["differs"] > 0 || !count["same"] }'
