#!/bin/bash
# parallel.sh N PROGRAM DIR [FLAGS...]: N processes on this machine, or on those of GNU parallel's
# --sshlogin (PARALLEL_FLAGS), which share DIR. The exit status is that of the first.
set -u
n=$1 program=$2 dir=$3
shift 3
command=${GOL_COMMAND:-check} gol=${GOL:-gol}
if command -v parallel > /dev/null && [ -z "${GOL_NO_PARALLEL:-}" ]; then
    # shellcheck disable=SC2086
    seq 0 $((n - 1)) | parallel ${PARALLEL_FLAGS:-} --will-cite --line-buffer -j "$n" \
        "$gol" "$command" "$@" --shard "{}/$n" --shared "$dir" "$program"
    exit
fi
for ((i = 1; i < n; i++)); do
    "$gol" "$command" "$@" --quiet --shard $i/"$n" --shared "$dir" "$program" > /dev/null 2>&1 < /dev/null &
done
"$gol" "$command" "$@" --shard 0/"$n" --shared "$dir" "$program"
status=$?
wait
exit $status
