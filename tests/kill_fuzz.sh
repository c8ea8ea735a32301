#!/usr/bin/env bash
# gol fuzz while its workers are killed at random, while it is stopped, and where it cannot write:
# what it has reported is in the corpus and shows itself again, and it says what it could not keep.
#
#   tests/kill_fuzz.sh [SECONDS [PROGRAM...]]      GOL=build/gol
#
# By default 60 seconds each on three of tests/fuzzing. A disk that is full takes a mount of tmpfs, and
# is left out where that is not allowed.
set -u
cd "$(dirname "$0")/.." || exit 1
GOL=${GOL:-$PWD/build/gol}
time=${1:-60}
shift
[ $# -gt 0 ] || set -- tests/fuzzing/{download,bounded_buffer,work_stealing}.gol
work=$(mktemp -d)
trap 'mountpoint -q "$work/full" && umount "$work/full"; rm -rf "$work"' EXIT
failures=0
fuzz() { exec "$GOL" fuzz --leaks "$@" "$program" > "$work/log" 2>&1; }
bad() { printf '%s\n' "$program: $*"; failures=$((failures + 1)); }

# kept CORPUS LOG: each finding that the log tells of is in the corpus, and each schedule there shows
# one.
kept()
{
    local reported files=0 file
    reported=$(grep -c '^replay: ' "$2")
    for file in "$1"/*.schedule; do
        [ -f "$file" ] || continue
        files=$((files + 1))
        "$GOL" replay "$file" "$program" > /dev/null 2>&1 < /dev/null
        case $? in 2 | 66) ;; *) bad "$file shows nothing" ;; esac
    done
    [ "$reported" = "$files" ] || bad "$reported reported, $files kept"
    found=$files
}

# kill_workers PID: until that has ended.
kill_workers()
{
    local worker
    kills=0
    while kill -0 "$1" 2> /dev/null; do
        sleep "0.$((RANDOM % 8 + 1))"
        worker=$(ps -o pid= --ppid "$1" | shuf -n 1 | tr -d ' ')
        [ -n "$worker" ] || continue
        kill "-$( [ $((RANDOM % 2)) = 0 ] && echo KILL || echo TERM)" "$worker" 2> /dev/null &&
            kills=$((kills + 1))
    done
}

killed()
{
    fuzz -j 3 --time "${time}s" --corpus "$work/killed" &
    local fuzzer=$!
    kill_workers $fuzzer
    wait $fuzzer
    case $? in 2 | 66) ;; *) bad "status $? after $kills workers were killed" ;; esac
    kept "$work/killed" "$work/log"
    echo "$program: $kills workers killed in $time s, $found findings kept"
    (fuzz -j 1 --schedules "$found" --corpus "$work/killed")
    [ "$(grep -c '^replay: ' "$work/log")" = "$found" ] || bad "the corpus does not find them at once"
}

stopped()
{
    local signal
    for signal in INT TERM; do
        rm -rf "$work/stopped"
        fuzz -j 2 --time 60s --corpus "$work/stopped" &
        local fuzzer=$!
        sleep "1.$((RANDOM % 9))"
        kill "-$signal" $fuzzer
        wait $fuzzer
        kept "$work/stopped" "$work/log"
        echo "$program: stopped by SIG$signal, $found findings kept"
    done
}

# Nothing can be kept: that is said, and what is found is reported all the same.
unwritable()
{
    (fuzz -j 2 --time 2s --corpus "$1")
    case $? in 2 | 66) ;; *) bad "status $? with a corpus in $1" ;; esac
    grep -q '^gol fuzz: cannot write ' "$work/log" || bad "not a word about $1"
    grep -q '^replay: gol run ' "$work/log" || bad "nothing reported with a corpus in $1"
}

full_disk()
{
    mkdir -p "$work/full"
    mount -t tmpfs -o size=16k tmpfs "$work/full" 2> /dev/null || return
    head -c 100k /dev/zero > "$work/full/filler" 2> /dev/null
    unwritable "$work/full"
    find "$work/full" -name '*.schedule' -size 0 | grep -q . && bad "empty schedules on a full disk"
    umount "$work/full"
    echo "$program: a full disk is reported"
}

for program; do
    rm -rf "$work/killed"
    killed
    stopped
    unwritable /proc/self
    full_disk
done
[ $failures = 0 ]
