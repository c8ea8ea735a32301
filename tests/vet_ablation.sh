#!/usr/bin/env bash
# What each digest of gol vet earns: how many race-free programs are proved with some of them, of Go's
# race suite (tests/vet_table.sh has split it) and of the twins in tests/vet.
#
#   tests/vet_ablation.sh [PROGRAM...]      default: all of these
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
export BUILD

proves() # PROGRAM DIGESTS
{
    timeout -k 2 60 "$BUILD/gol" vet --quiet --checks race --digests "$2" --go "$(version "$1")" "$1" > /dev/null 2>&1 && echo
}
version()
{
    case $1 in *.gol) echo 1.23 ;; *) echo 1.19 ;; esac
}
export -f proves version

programs=("$@")
if [ $# = 0 ]; then
    for file in "$BUILD"/suites/race/TestNoRace*.go tests/vet/*.gol; do
        case $file in *_racy.gol) ;; *) programs+=("$file") ;; esac
    done
fi

row() # DIGESTS
{
    local n
    n=$(printf '%s\n' "${programs[@]}" |
        xargs -P "${JOBS:-$(nproc)}" -I {} bash -c "proves {} $1" | wc -l)
    printf '%5d  %s\n' "$n" "$1"
}

all=tid,past,joined,lock,fresh,round
echo "of ${#programs[@]} programs"
for digests in tid past tid,past tid,lock tid,past,lock tid,past,joined tid,past,joined,lock \
    tid,past,joined,lock,fresh "$all" past,joined,lock,fresh,round tid,joined,lock,fresh,round \
    tid,past,lock,fresh,round tid,past,joined,fresh,round tid,past,joined,lock,round; do
    row "$digests"
done
