#!/usr/bin/env bash
# Times the programs of bench/ under gol and what one would use instead:
#
#   bench/run.sh [PROGRAM...]      e.g. bench/run.sh fib shared/cache; default: both sets
#
# ROUNDS=N   runs of each (default 5); the peers take turns, so that a busy moment hits all alike
# PEERS=...  which of: gol gol-none go go-race yaegi lua luajit python (default all). gol is with
#            race detection, gol-none with --detector none, luajit is without its compiler (-joff).
# LIMIT=120  seconds that a run may take; a peer that takes more than SLOW=3 runs once only
#
# All peers must print the same, or the benchmark fails. Every run is a row of build/bench/time.tsv,
# from which bench/report.py prints medians and ratios. Times are those of whole processes.
set -u
cd "$(dirname "$0")/.." || exit 1
. bench/lib.sh
ROUNDS=${ROUNDS:-5}
PEERS=${PEERS:-gol gol-none go go-race yaegi lua luajit python}
LIMIT=${LIMIT:-120}
SLOW=${SLOW:-3}

# unfit PEER PROGRAM: why the peer is not even tried, if so.
unfit()
{
    case $1:$2 in
    yaegi:shared/*) echo "not tried" ;;
    go-race:many) [ "$(free_gigabytes)" -ge 16 ] || echo "needs 13 GB" ;;
    yaegi:many) echo "needs 10 GB" ;;
    yaegi:methods) echo "wrong result" ;;
    yaegi:generic) echo "panics" ;;
    esac
}

# prepare PEER PROGRAM: sets cmd; fails when the peer has no such program.
prepare()
{
    case $1 in
    gol) cmd=("$GOL" run "bench/$2.go") ;;
    gol-none) cmd=("$GOL" run --detector none "bench/$2.go") ;;
    go) cmd=("$(go_binary "$2")") ;;
    go-race) cmd=("$(go_binary "$2" -race)") ;;
    yaegi) cmd=("$OUT/yaegi" "bench/$2.go") ;;
    lua) cmd=(lua5.4 "bench/$2.lua") ;;
    luajit) cmd=(luajit -joff "bench/$2.lua") ;;
    python) cmd=(/usr/bin/python3 "bench/$2.py") ;;
    *) echo "bench/run.sh: there is no peer $1" >&2; exit 1 ;;
    esac
    [ -f "${cmd[-1]}" ]
}

row() { (IFS=$'\t'; echo "$*" >> "$OUT/time.tsv"); }

# run_once PEER PROGRAM: sets seconds, cpu, megabytes and status; fails unless the program ended well
# and printed what the others do.
run_once()
{
    read -r seconds cpu megabytes status < <("$OUT/measure" "$LIMIT" "$OUT/$2.$1.out" "${cmd[@]}")
    if [ "$status" = limit ]; then
        row limit "$2" "$1" "$LIMIT"
        return 1
    fi
    [ -f "$OUT/$2.want" ] || cp "$OUT/$2.$1.out" "$OUT/$2.want"
    [ "$status" = 0 ] && cmp -s "$OUT/$2.$1.out" "$OUT/$2.want" && return
    row skip "$2" "$1" wrong
    echo "$2: $1 ends with $status, prints: $(head -n 3 "$OUT/$2.$1.out")" >> "$OUT/wrong"
    return 1
}

# The first run is not counted, as it may have to load much from disk, unless it is to be the only
# one.
first_run()
{
    local why
    why=$(unfit "$1" "$2")
    if [ "$why" ]; then
        row skip "$2" "$1" "$why"
        return 1
    fi
    run_once "$1" "$2" || return 1
    [ "${seconds%.*}" -lt "$SLOW" ] && return
    row time "$2" "$1" "$seconds" "$cpu" "$megabytes"
    return 1
}

measure_program()
{
    local program=$1 peer ok=
    mkdir -p "$OUT/$(dirname "$program")"
    rm -f "$OUT/$program.want"
    for peer in $PEERS; do
        prepare "$peer" "$program" && first_run "$peer" "$program" && ok="$ok $peer"
    done
    for ((round = 0; round < ROUNDS; round++)); do
        for peer in $ok; do
            prepare "$peer" "$program" && run_once "$peer" "$program" &&
                row time "$program" "$peer" "$seconds" "$cpu" "$megabytes"
        done
    done
}

need_tools
case " $PEERS " in *" yaegi "*) need_yaegi ;; esac
rm -f "$OUT/wrong" "$OUT/time.tsv"
describe_machine > "$OUT/time.tsv"
row about rounds "$ROUNDS"
programs=("$@")
[ $# = 0 ] && programs=($PROGRAMS $SHARED)
for program in "${programs[@]}"; do
    [ -f "bench/$program.go" ] || { echo "bench/run.sh: no bench/$program.go"; exit 1; }
    measure_program "$program"
done
python3 bench/report.py text "$OUT/time.tsv"
[ -f "$OUT/wrong" ] && { echo "wrong output:"; sort -u "$OUT/wrong"; exit 1; }
exit 0
