#!/usr/bin/env bash
# How fast gol compiles: a generated program of a million lines (bigprogram.gol), not run.
#
#   bench/compile.sh [rows]     LINES=1000000 ROUNDS=5
#
# Prints the median of lines a second, wall clock, and the peak of resident memory; or, with "rows",
# what bench/report.py reads.
set -u
cd "$(dirname "$0")/.." || exit 1
. bench/lib.sh
ROUNDS=${ROUNDS:-5}
need_tools

"$GOL" run --detector none bench/bigprogram.gol "${LINES:-1000000}" > "$OUT/big.go" || exit 1
lines=$(wc -l < "$OUT/big.go")
for ((round = 0; round < ROUNDS; round++)); do
    "$OUT/measure" 120 "$OUT/big.out" "$GOL" run --compile-only "$OUT/big.go"
done | sort -n | awk -v lines="$lines" -v rows="${1-}" '
    { seconds[NR] = $1; if ($3 > peak) peak = $3; if ($4 != 0) { failed = 1; exit } }
    END {
        if (failed)
            exit 1
        median = seconds[int((NR + 1) / 2)]
        if (rows)
            printf "figure\tlines compiled a second\tgol, %d lines\tgol\t%d\n", lines, lines / median
        else
            printf "%d lines in %.2f s: %d lines/s, peak %d MB\n",
                   lines, median, lines / median, peak
    }'
