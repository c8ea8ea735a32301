#!/usr/bin/env bash
# Fuzzes the front end: tests/fuzz/run.sh [SECONDS]. The corpus is every program at hand. An input
# that crashes is left in BUILD/crashes; once mended it belongs into tests/fuzz/crashes.
set -u
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build-fuzz}
seconds=${1:-60}
corpus=$BUILD/corpus
mkdir -p "$corpus" "$BUILD/crashes"
find examples tests/lang tests/regress tests/fuzz/crashes stdlib -type f -size -16k \
    \( -name '*.go' -o -name '*.gol' -o -path '*/crashes/*' \) 2> /dev/null |
    while read -r file; do cp "$file" "$corpus/${file//\//_}"; done
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
"$BUILD/fuzz-frontend" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -max_len=8192 \
    -dict=tests/fuzz/tokens.dict -artifact_prefix="$BUILD/crashes/" -print_final_stats=1 \
    -verbosity=1 "$corpus" 2>&1 | grep -vE '^#[0-9]+.*(NEW|REDUCE|RELOAD|pulse)'
status=${PIPESTATUS[0]}
[ "$status" = 0 ] && echo "no crash in $seconds seconds"
exit "$status"
