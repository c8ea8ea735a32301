#!/usr/bin/env bash
# What `gol vet` says of the functions of Go's race detector suite, each a program of its own:
#
#   tests/vet_table.sh [DIGESTS]        default: all
#   CONFIRM=1 tests/vet_table.sh        and how many of the racy ones --confirm shows
#
# Every function TestRaceX must be warned of. The figures are how many of them must race, and how many
# TestNoRaceX are proved race-free. The names of those that are not are written to BUILD/suites/vet.open. Fails if a racy
# function is called race-free, if a race-free one must race, or if
# figures are below tests/suites/floors.
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
OUT=$BUILD/suites
GOTEST=${GOTEST:-$(go env GOROOT)/test}
export BUILD OUT DIGESTS=${1:-}

# NAME STATUS CONFIRMED MILLISECONDS
one()
{
    local name=${1##*:} status begin
    begin=$(date +%s%N)
    timeout -k 2 60 "$BUILD/gol" vet --checks race ${DIGESTS:+--digests "$DIGESTS"} ${CONFIRM:+--confirm} --json \
        --go 1.19 "$OUT/race/$name.go" > "$OUT/race/$name.vet" 2>&1
    status=$?
    echo "$name $status $(grep -c '^{"type":"verdict".*"confirmed":[1-9]' "$OUT/race/$name.vet")" \
        $((($(date +%s%N) - begin) / 1000000))
}
export -f one

mkdir -p "$OUT/race"
[ -d "$GOTEST" ] || { echo "vet_table.sh: no Go test programs at $GOTEST"; exit 1; }
go run tests/suites/split_race.go "$GOTEST/../src/runtime/race/testdata" \
    tests/suites/go-race.txt "$OUT/race" || exit 1
xargs -P "${JOBS:-$(nproc)}" -I {} bash -c 'one {}' < tests/suites/go-race.txt | sort > "$OUT/vet.results"
grep '^TestNoRace' "$OUT/vet.results" | grep -v ' 0 0 [0-9]*$' > "$OUT/vet.open"
if [ -n "${CONFIRM:-}" ]; then
    awk '/^TestRace/ && $3 { print $4 }' "$OUT/vet.results" | sort -n | awk '
        { ms[NR] = $1 }
        END { if (NR) printf "time to confirm, ms: median %d, 90 %% %d, max %d\n",
                             ms[int((NR + 1) / 2)], ms[int((NR * 9 + 9) / 10)], ms[NR] }'
    awk '/^TestRace/ && !$3 { print "not confirmed: " $1 }' "$OUT/vet.results"
fi
floor() { awk -v name="$1" '$1 == name { print $2 }' tests/suites/floors; }
awk -v floor="$(floor vet-proved)" -v must_floor="$(floor vet-must)" -v confirm_floor="$(floor vet-confirmed)" \
    -v part="$DIGESTS" -v confirm="${CONFIRM:-}" '
/^TestRace/ {
    racy++
    if ($2 == 0) wrong = wrong " " $1
    else if ($2 == 3 || $2 == 66) warned++
    else odd++
    must += $2 == 66
    confirmed += $3
}
/^TestNoRace/ {
    free++
    if ($2 == 0) proved++
    else if ($2 == 66 || $3) wrong_must = wrong_must " " $1
    else if ($2 != 3) odd++
}
END {
    if (confirm) printf "racy       %3d   warned %3d   confirmed %3d\n", racy, warned, confirmed
    else printf "racy       %3d   warned %3d   must %3d\n", racy, warned, must
    printf "race-free  %3d   proved %3d\n", free, proved
    if (odd) print "neither an answer: " odd
    if (wrong) print "WRONG race-free:" wrong
    if (wrong_must) print "WRONG must:" wrong_must
    low = part == "" && (proved + 0 < floor + 0 || must + 0 < must_floor + 0 ||
        (confirm && confirmed + 0 < confirm_floor + 0))
    if (low) print "BELOW the floors " floor " proved, " must_floor " must, " confirm_floor " confirmed"
    exit wrong != "" || wrong_must != "" || odd || low
}' "$OUT/vet.results"
