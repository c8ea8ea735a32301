#!/usr/bin/env bash
# Lines compiled, schedules, states and events a second: each group has a script bench/GROUP.sh,
# which, called with the word "rows", prints rows for bench/report.py (figure, group, name,
# tool, value).
set -u
cd "$(dirname "$0")/.." || exit 1
export BUILD=${BUILD:-build}
OUT=$PWD/$BUILD/bench
mkdir -p "$OUT"
: > "$OUT/figures.tsv"
for group in compile fuzz check predict; do
    [ -x "bench/$group.sh" ] || continue
    "bench/$group.sh" rows >> "$OUT/figures.tsv" || exit 1
done
python3 bench/report.py text "$OUT/figures.tsv"
