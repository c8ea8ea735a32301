#!/usr/bin/env bash
# Runs programs of the Go distribution's own test directory (Debian: golang-1.19-src).
#
#   tests/suites.sh [run|reflect|errorcheck|control|race] [PART-OF-PATH]     default: all
#
# run         programs that must exit with 0 and print exactly X.out, or nothing without an X.out; and
#             since that is easy to do for nothing, gol run --cover must say that main ended
# reflect     the same of programs that use reflection, finalizers or runtime.Caller
# errorcheck  programs with errors: "strict" when gol reports errors on exactly the listed lines,
#             "rejected" when it reports any
# control     the programs of "run" and those that Go's tests only compile: none may be rejected
# race        the functions of Go's race detector suite, each a program of its own: a race must be
#             reported exactly if its name says so, TestRaceX or TestNoRaceX; under each of DETECTORS,
#             by default the default one and all others that are exact, and by all alike
#
# What is measured is printed by directory, what fails is written to BUILD/suites/*.failures, most
# frequent first message first. A figure below tests/suites/floors fails.
set -u
cd "$(dirname "$0")/.." || exit 1
ROOT=$PWD
BUILD=${BUILD:-build}
GOL=$ROOT/$BUILD/gol
OUT=$ROOT/$BUILD/suites
GOTEST=${GOTEST:-$(go env GOROOT)/test}
TEST_TIMEOUT=${TEST_TIMEOUT:-20}
JOBS=${JOBS:-$(nproc)}
DETECTORS=${DETECTORS:-hybrid djit fasttrack grace grace-full eventset}
export ROOT BUILD GOL OUT GOTEST TEST_TIMEOUT
export GOOS=linux GOARCH=amd64 # which test/env.go looks at
export LC_ALL=C.UTF-8

# One program: a line "ok PATH" or "FAIL PATH TAB reason" ------------------------------------------------

limited() { timeout -k 2 "$TEST_TIMEOUT" "$@"; }

# The words behind `// run`: compiler flags are not ours, further files belong to the program.
run_words() { head -n 2 "$1" | sed -n 's|^// *run *||p' | head -n 1; }

# Sets target, which a program of several files is copied to, and args.
find_target()
{
    local word
    target=$1 args=()
    for word in $(run_words "$1"); do
        case $word in
        -gcflags=*) ;;
        *.go)
            target=$work/program
            mkdir -p "$target"
            cp "$1" "$(dirname "$1")/$word" "$target"
            ;;
        *) args+=("$word") ;;
        esac
    done
}

run_program()
{
    local path=$1 target args status
    find_target "$path"
    limited "$GOL" run --go 1.19 --detector none --cover="$work/cover" "$target" "${args[@]}" \
        > "$work/out" 2>&1 < /dev/null
    status=$?
    [ -f "${path%.go}.out" ] && cp "${path%.go}.out" "$work/want" || : > "$work/want"
    if [ $status = 124 ] || [ $status = 137 ]; then
        echo "FAIL $path	timeout"
    elif [ $status != 0 ]; then
        echo "FAIL $path	status $status: $(first_message)"
    elif ! cmp -s "$work/out" "$work/want"; then
        echo "FAIL $path	wrong output: $(diff -a "$work/want" "$work/out" | sed -n 2p | cut -c 1-100)"
    elif ! grep -q '; main \(returned\|called os.Exit\)$' "$work/cover"; then
        echo "FAIL $path	main did not end"
    else
        echo "ok $path"
    fi
}

# The first line that says what went wrong, without its position, so that equal causes meet.
first_message()
{
    grep -am 1 -E 'error|panic|fatal|internal' "$work/out" > "$work/message" ||
        head -n 1 "$work/out" > "$work/message"
    sed 's|^[^ ]*:[0-9]*:[0-9]*: ||' "$work/message" | tr -d '\t' | cut -c 1-120
}

# Compiles PATH only: sets status, and got to the lines with errors, as 3,7,12.
find_errors()
{
    limited "$GOL" run --compile-only --go "${2:-1.19}" "$1" > "$work/out" 2>&1 < /dev/null
    status=$?
    got=$(sed -n "s|^.*${1##*/}:\([0-9]*\):[0-9]*: error: .*|\1|p" "$work/out" |
        sort -nu | paste -sd , -)
}

# only_in A B: the lines of list A that list B lacks.
only_in()
{
    comm -23 <(tr , '\n' <<< "$1" | sort) <(tr , '\n' <<< "$2" | sort) | sort -n | paste -sd , -
}

# What stands behind ERROR on the first line of a list, or gol's message for it.
expected_at() { sed -n "${2%%,*}s|.*ERROR ||p" "$1"; }
message_at() { sed -n "s|^.*:${1%%,*}:[0-9]*: error: ||p" "$work/out" | head -n 1; }

check_program()
{
    local path=$1 wanted=$2 got status missed extra
    find_errors "$path" "$(sed -n '1s|.*-lang=go\([0-9.]*\).*|\1|p' "$path")"
    missed=$(only_in "$wanted" "$got")
    extra=$(only_in "$got" "$wanted")
    [ $status -le 1 ] && [ -n "$got" ] && [ "$got" != "$wanted" ] && echo "rejected $path"
    if [ "$got" = "$wanted" ]; then
        echo "ok $path"
    elif [ $status -gt 1 ]; then
        echo "FAIL $path	status $status: $(first_message)"
    elif [ -n "$missed" ]; then
        echo "FAIL $path	missed	$missed: $(expected_at "$path" "$missed")${extra:+; extra $extra}"
    else
        echo "FAIL $path	extra	$extra: $(message_at "$extra")"
    fi
}

control_program()
{
    local target args status got
    find_target "$1"
    find_errors "$target"
    if [ $status = 0 ]; then
        echo "ok $1"
    else
        echo "FAIL $1	status $status: $(first_message)"
    fi
}

race_program()
{
    local name=${1##*:} status
    limited "$GOL" run --go 1.19 --detector "$DETECTOR" "$OUT/race/$name.go" > "$work/out" 2>&1 < /dev/null
    status=$?
    case $name:$status in
    TestRace*:66 | TestNoRace*:0) echo "ok $1" ;;
    TestRace*:0) echo "FAIL $1	race not found" ;;
    TestNoRace*:66) echo "FAIL $1	false alarm" ;;
    *) echo "FAIL $1	status $status: $(first_message)" ;;
    esac
}

if [ "${1:-}" = --one ]; then
    work=$(mktemp -d "${TMPDIR:-/tmp}/gol-suite-XXXXXX")
    trap 'rm -rf "$work"' EXIT
    cd "$GOTEST" || exit 1
    case $2 in
    run | reflect) result=$(run_program "$3") ;;
    errorcheck) result=$(check_program "$3" "$5") ;;
    control | compile) result=$(control_program "$3") ;;
    race) result=$(race_program "$3") ;;
    esac
    printf '%s\n' "$result"
    exit 0
fi

# A suite -----------------------------------------------------------------------------------------------

# by_directory FILE: passed and total for each directory, then for everything but generics.
by_directory()
{
    awk '$1 != "rejected" {
        dir = index($2, "/") ? substr($2, 1, index($2, "/") - 1) : "test"
        if (match($2, /_test\.go:/))
            dir = substr($2, 1, RSTART - 1)
        total[dir]++; all++
        if ($1 == "ok") { ok[dir]++; good++ }
    }
    END {
        for (dir in total)
            printf "  %-12s %4d of %4d\n", dir, ok[dir], total[dir] | "sort"
        close("sort")
        if ("typeparam" in total)
            printf "  %-12s %4d of %4d\n", "not generic", \
                good - ok["typeparam"], all - total["typeparam"]
        printf "  %-12s %4d of %4d\n", "all", good, all
    }' "$1"
}

# group FILE: failures by their reason, the commonest first, with the programs below.
group()
{
    sed -n 's/^FAIL //p' "$1" | sort | awk -F '\t' '
    { n[$2]++; list[$2] = list[$2] "\t" $1 ($3 == "" ? "" : "  " $3) }
    END { for (why in n) printf "%d\t%s%s\n", n[why], why, list[why] }' |
        sort -t "$(printf '\t')" -k 1,1rn -k 2 |
        awk -F '\t' '{ printf "%4d  %s\n", $1, $2; for (i = 3; i <= NF; i++) print "        " $i }'
}

# floor NAME FIGURE: fails when the figure is below the recorded one.
floor()
{
    local least
    least=$(awk -v name="$1" '$1 == name { print $2 }' "$ROOT/tests/suites/floors")
    if [ -n "$PART" ] || [ "$2" -ge "${least:-0}" ]; then
        echo "  $1: $2 (floor ${least:-0})"
    else
        echo "  $1: $2 is BELOW the floor $least"
        failed=1
    fi
}

# suite NAME LIST: runs all, leaves the lines in OUT/NAME.results.
suite()
{
    echo "$1:"
    grep -F -- "$PART" "$ROOT/tests/suites/$2" |
        xargs -P "$JOBS" -L 1 "$ROOT/tests/suites.sh" --one "$1" > "$OUT/$1.results"
    group "$OUT/$1.results" > "$OUT/$1.failures"
    by_directory "$OUT/$1.results"
}
count() { grep -ac "^$2" "$OUT/$1.results"; }

# race_suite DETECTOR: fails also where a function's verdict is not that of the first detector.
race_suite()
{
    export DETECTOR=$1
    echo "--detector $DETECTOR"
    suite race go-race.txt
    floor races "$(count race "ok .*:TestRace")"
    floor noraces "$(count race "ok .*:TestNoRace")"
    mv "$OUT/race.failures" "$OUT/race.$DETECTOR.failures"
    sort "$OUT/race.results" > "$OUT/race.$DETECTOR.results"
    diff "$OUT/race.${DETECTORS%% *}.results" "$OUT/race.$DETECTOR.results" > "$OUT/race.differ" && return
    echo "  $DETECTOR differs from ${DETECTORS%% *}:"
    sed -n 's/^[<>]/    &/p' "$OUT/race.differ"
    failed=1
}

which=${1:-all}
PART=${2:-}
failed=0
[ -d "$GOTEST" ] || { echo "suites.sh: no Go test programs at $GOTEST"; exit 1; }
[ -x "$GOL" ] || { echo "suites.sh: no $GOL; run make first"; exit 1; }
mkdir -p "$OUT"
if [ "$which" = all ] || [ "$which" = run ]; then
    suite run go-run.txt
    floor run "$(count run "ok ")"
fi
if [ "$which" = all ] || [ "$which" = reflect ]; then
    suite reflect go-run-reflect.txt
    floor reflect "$(count reflect "ok ")"
fi
if [ "$which" = all ] || [ "$which" = errorcheck ]; then
    suite errorcheck go-errorcheck.txt
    floor strict "$(count errorcheck "ok ")"
    floor rejected "$(($(count errorcheck "ok ") + $(count errorcheck "rejected ")))"
fi
if [ "$which" = all ] || [ "$which" = control ]; then
    suite control go-run.txt
    floor accepted "$(count control "ok ")"
    suite compile go-compile.txt
    floor compiled "$(count compile "ok ")"
fi
if [ "$which" = all ] || [ "$which" = race ]; then
    mkdir -p "$OUT/race"
    go run tests/suites/split_race.go "$GOTEST/../src/runtime/race/testdata" \
        tests/suites/go-race.txt "$OUT/race"
    for detector in $DETECTORS; do
        race_suite "$detector"
    done
fi
echo "what fails, and why: $BUILD/suites/*.failures"
exit $failed
