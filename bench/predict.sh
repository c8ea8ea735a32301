#!/usr/bin/env bash
# Events a second of what reads a recorded trace: the analyses of gol predict, and the detectors.
#
#   bench/predict.sh [rows]      ROUNDS=3
#
# The trace is that of bench/scale/events.go, or the file TRACE. Whole processes, the best of the
# rounds; "rows" prints what bench/report.py reads.
set -u
cd "$(dirname "$0")/.." || exit 1
. bench/lib.sh
ROUNDS=${ROUNDS:-3}
need_tools

trace=${TRACE:-$OUT/predict.trace}
[ "${TRACE-}" ] || "$GOL" run --trace "$trace" bench/scale/events.go 100000 2> /dev/null || exit 1
events=$("$GOL" predict --analysis hb "$trace" | awk '/ events, / { print $1 }')

# rate FLAG...: events a second.
rate()
{
    for _ in $(seq "$ROUNDS"); do
        "$OUT/measure" 120 "$OUT/predict.out" "$GOL" predict --quiet "$@" "$trace"
    done | sort -n | awk -v n="$events" 'NR == 1 { printf "%.0f\n", n / $1 }'
}

[ "${1-}" = rows ] || echo "events a second, a trace of $events"
print_rate()
{
    if [ "$1" = rows ]; then
        printf 'figure\tevents a second\t%s\tgol predict\t%s\n' "$2" "$3"
    else
        printf '%-12s%12s\n' "$2" "$3"
    fi
}
for name in hb shb wcp syncp osr lockset; do
    print_rate "${1-}" "$name" "$(rate --analysis "$name")"
done
for name in hybrid grace djit fasttrack tsan eventset; do
    print_rate "${1-}" "--detector $name" "$(rate --detector "$name")"
done
[ "${TRACE-}" ] || rm -f "$trace"
