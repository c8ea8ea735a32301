#!/usr/bin/env bash
# States a second: gol check --engine states beside SPIN, on the programs of bench/check/ and the
# models of the same name (NAME.pml), where there is one.
#
#   bench/check.sh [rows]      ROUNDS=3 TIME=10s
#
# A search that is not done after TIME counts with what it has visited. SPIN's figure is that of the
# verifier alone, without the time to generate and compile it. The two have different steps, and so
# different numbers of states, which are printed for searches that were completed. The best of the
# rounds; "rows" prints what bench/report.py reads.
set -u
cd "$(dirname "$0")/.." || exit 1
. bench/lib.sh
ROUNDS=${ROUNDS:-3}
TIME=${TIME:-10s}
need_tools

# search COMMAND...: prints the states it says it visited, the seconds it took, and whether these
# are all.
search()
{
    read -r seconds _ < <("$OUT/measure" 120 "$OUT/check.out" "$@")
    awk -v seconds="$seconds" '/states, stored/ { states = $1; all = 1 }
        match($0, /[0-9]+ states, [0-9.]+ s/) { states = substr($0, RSTART) + 0; all = / in all / }
        END { print states, seconds, all }' "$OUT/check.out"
}

build_spin()
{
    (cd "$OUT" && spin -a "$1" > /dev/null && cc -O2 -DSAFETY -DMEMLIM=4096 -o pan pan.c) ||
        { echo "bench/check.sh: spin cannot do $1" >&2; exit 1; }
}

# report PROGRAM TOOL COMMAND...: the best rate of the rounds.
report()
{
    local name=$1 tool=$2
    shift 2
    for _ in $(seq "$ROUNDS"); do
        search "$@"
        [ "${seconds%.*}" -lt 5 ] || break
    done | awk -v OFS='\t' -v name="$name" -v tool="$tool" -v rows="$rows" '
        $1 / $2 > best { best = $1 / $2; states = $1; all = $3 }
        END {
            if (!best) exit 1
            if (rows) print "figure", "states a second", name, tool, int(best)
            if (rows && all) print "figure", "states of a complete search", name, tool, states
            if (!rows) printf "%-18s%-8s%12d states%12d a second\n", name, tool, states, best
        }' || { echo "bench/check.sh: no figure for $name with $tool" >&2; exit 1; }
}

rows=${1-}
for program in bench/check/*.gol; do
    name=$(basename "$program" .gol)
    report "$name" gol "$GOL" check --engine states --time "$TIME" "$program"
    if [ -f "bench/check/$name.pml" ] && command -v spin > /dev/null; then
        build_spin "$PWD/bench/check/$name.pml"
        report "$name" SPIN "$OUT/pan" -m1000000
    fi
done
