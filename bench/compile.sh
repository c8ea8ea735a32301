#!/usr/bin/env bash
# How fast gol compiles: bench/compile.sh [LINES]     default: a million
#
# Generates a program of that many lines (bigprogram.gol), compiles it ROUNDS times (default 5) without
# running it, and prints the median of lines a second, wall clock, and the peak of resident memory.
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
GOL=$PWD/$BUILD/gol
OUT=$PWD/$BUILD/bench
ROUNDS=${ROUNDS:-5}
LINES=${1:-1000000}
mkdir -p "$OUT"
"$GOL" run --detector none bench/bigprogram.gol "$LINES" > "$OUT/big.go" || exit 1
lines=$(wc -l < "$OUT/big.go")
for ((round = 0; round < ROUNDS; round++)); do
    /usr/bin/time -f '%e %M' "$GOL" run --compile-only "$OUT/big.go" 2>&1 || exit 1
done | sort -n | awk -v lines="$lines" '
    { seconds[NR] = $1; if ($2 > peak) peak = $2 }
    END {
        median = seconds[int((NR + 1) / 2)]
        printf "%d lines in %.2f s: %d lines/s, peak %d MB\n", lines, median, lines / median, peak / 1024
    }'
