#!/usr/bin/env bash
# Processor time and memory against the size of things, each of which should be a straight line:
#
#   bench/scale.sh [CURVE...]      of: goroutines channels senders waiters heap length trace
#
# SIZES="..."  default: 1000 to 1000000
# ROUNDS=3     runs of each, if they take less than a second
# LIMIT=60     seconds after which a series goes no further
# Every run is a row of build/bench/scale.tsv; bench/report.py makes the tables of them.
set -u
cd "$(dirname "$0")/.." || exit 1
. bench/lib.sh
SIZES=${SIZES:-1000 3000 10000 30000 100000 300000 1000000}
LIMIT=${LIMIT:-60}
ROUNDS=${ROUNDS:-3}

# point CURVE SERIES SIZE COMMAND...: measures the command, ROUNDS times unless that takes seconds;
# fails if the command does or takes too long.
point()
{
    local curve=$1 series=$2 size=$3 round seconds cpu megabytes status
    shift 3
    for ((round = 0; round < ROUNDS; round++)); do
        read -r seconds cpu megabytes status < <("$OUT/measure" "$LIMIT" "$OUT/scale.out" "$@")
        [ "$status" = 0 ] || { echo "$curve, $series, $size: $status" >&2; return 1; }
        printf 'scale\t%s\t%s\t%s\t%s\t%s\n' "$curve" "$series" "$size" "$cpu" "$megabytes" \
            >> "$OUT/scale.tsv"
        [ "${seconds%.*}" -lt 1 ] || break
    done
}

# series CURVE SERIES BIGGEST PREPARE COMMAND...: one point a size. @ stands for the size, also in
# PREPARE, a command that makes what is measured and is not measured itself.
series()
{
    local curve=$1 name=$2 biggest=$3 prepare=$4 size
    shift 4
    for size in $SIZES; do
        [ "$size" -le "$biggest" ] || break
        eval "${prepare//@/$size}" || break
        point "$curve" "$name" "$size" "${@//@/$size}" || break
    done
}

# What runs in gol and in Go. go build -race takes 13 KB a goroutine.
program()
{
    local source=bench/scale/$1.go
    series "$1" gol 1000000 : "$GOL" run "$source" @
    series "$1" gol-none 1000000 : "$GOL" run --detector none "$source" @
    series "$1" go 1000000 : "$(go_binary "scale/$1")" @
    series "$1" go-race 100000 : "$(go_binary "scale/$1" -race)" @
}

curve()
{
    local file=$OUT/scale
    case $1 in
    goroutines | channels | senders | waiters | heap) program "$1" ;;
    length)
        local write="'$GOL' run --detector none bench/bigprogram.gol @ > $file.go"
        series length gol 1000000 "$write" "$GOL" run --compile-only "$file.go"
        series length 'go tool compile' 30000 "$write" \
            go tool compile -o "$file.a" -p main "$file.go"
        ;;
    trace)
        local analysis record="'$GOL' run --trace $file.trace bench/scale/events.go @ 2> /dev/null"
        series trace record 1000000 : "$GOL" run --trace "$file.trace" bench/scale/events.go @
        for analysis in hb shb wcp syncp osr lockset; do
            series trace "$analysis" 1000000 "$record" \
                "$GOL" predict --quiet --analysis "$analysis" "$file.trace"
        done
        ;;
    *) echo "bench/scale.sh: there is no curve $1" >&2; exit 1 ;;
    esac
}

need_tools
: > "$OUT/scale.tsv"
mkdir -p "$OUT/scale"
[ $# = 0 ] && set -- goroutines channels senders waiters heap length trace
for name in "$@"; do
    curve "$name"
done
rm -f "$OUT"/scale.{go,a,trace}
python3 bench/report.py text "$OUT/scale.tsv"
