#!/usr/bin/env bash
# Fuzzes the readers of traces, each for so long: tests/fuzz/traces.sh [SECONDS]. An input that
# crashes is left in BUILD/crashes.
set -u
cd "$(dirname "$0")/../.." || exit 1
BUILD=${BUILD:-build-fuzz}
seconds=${1:-60}
GOL=$BUILD/gol
mkdir -p "$BUILD/crashes"
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1

# What each kind looks like: recordings of the examples, their exports, tables of the tests.
corpus() {
    local dir=$BUILD/corpus-$1
    mkdir -p "$dir"
    for program in examples/*.gol tests/lang/race/*.gol tests/fuzzing/*.gol; do
        name=$dir/$(basename "$program" .gol)
        ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 timeout 20 \
            "$GOL" run --quiet --steps 2000 --trace "$name" "$program" > "$dir.log" 2>&1 < /dev/null
        [ "$1" = std ] && "$GOL" predict --export std "$name" > "$name.std" 2> "$dir.log"
        [ "$1" = binary ] || rm -f "$name"
        find "$dir" -type f -size +15k -delete
    done
    [ "$1" = table ] && printf '%s\n' 'fork(T1)' 'mk(c,1)' 'acq(y)' '     wr(x)' 'rel(y)' 'snd(c)' \
        '     rcv(c)' 'cls(c)' '1.   rd(x)' 'join(T1)' > "$dir/table"
    echo "$dir"
}

status=0
for kind in binary std table; do
    FUZZ_TRACE=$kind "$BUILD/fuzz-traces" -max_total_time="$seconds" -timeout=20 \
        -rss_limit_mb=2048 -max_len=4096 -artifact_prefix="$BUILD/crashes/$kind-" \
        -print_final_stats=1 -verbosity=1 "$(corpus $kind)" 2>&1 |
        grep -vE '^#[0-9]+.*(NEW|REDUCE|RELOAD|pulse)'
    [ "${PIPESTATUS[0]}" = 0 ] && echo "$kind: no crash in $seconds seconds" || status=1
done
exit $status
