#!/usr/bin/env bash
# Times the programs of bench/ under gol and its peers:
#
#   bench/run.sh [PROGRAM...]      e.g. bench/run.sh fib pingpong
#
# ROUNDS=N   runs of each (default 5); the peers take turns, so that a busy moment hits all alike
# PEERS=...  which of: gol gol-none go go-race lua (default all). gol is with race detection,
#            gol-none with --detector none.
#
# Prints the median of wall-clock seconds of whole processes, and the ratios that the project's aims
# are stated in, and the peak memory of gol. All peers must print the same.
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
GOL=$PWD/$BUILD/gol
OUT=$PWD/$BUILD/bench
ROUNDS=${ROUNDS:-5}
PEERS=${PEERS:-gol gol-none go go-race lua}
export LC_ALL=C
mkdir -p "$OUT"

# prepare PEER PROGRAM: sets cmd; fails when the peer has no such program.
prepare()
{
    local source=bench/$2.go
    case $1 in
    gol) cmd=("$GOL" run "$source") ;;
    gol-none) cmd=("$GOL" run --detector none "$source") ;;
    go)
        cmd=("$OUT/$2.go.exe")
        [ "${cmd[0]}" -nt "$source" ] || go build -o "${cmd[0]}" "$source"
        ;;
    go-race)
        [ "$2" != many ] || return 1 # takes 12 GB
        cmd=("$OUT/$2.race.exe")
        [ "${cmd[0]}" -nt "$source" ] || go build -race -o "${cmd[0]}" "$source"
        ;;
    lua)
        cmd=(lua5.4 "bench/$2.lua")
        [ -f "bench/$2.lua" ]
        ;;
    esac
}

# run_once PEER PROGRAM: appends the seconds to the peer's file, checks the output.
run_once()
{
    local seconds
    seconds=$({ TIMEFORMAT=%R; time timeout 120 "${cmd[@]}" > "$OUT/$2.$1.out" 2>&1; } 2>&1)
    [ "$seconds" ] && echo "$seconds" >> "$OUT/$2.$1.times"
    cmp -s "$OUT/$2.$1.out" "$OUT/$2.want" || {
        echo "$2: $1 prints: $(head -n 3 "$OUT/$2.$1.out")" >> "$OUT/wrong"
        return 1
    }
}

median() { sort -n "$1" 2> /dev/null | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'; }
ratio() { awk -v a="${1:-0}" -v b="${2:-0}" 'BEGIN { if (a > 0 && b > 0) printf "%.2f", a / b; else printf "-" }'; }

measure()
{
    local program=$1 peer round ok=
    rm -f "$OUT/$program".*.times
    # The peers must agree on what the program prints, whoever is asked first.
    prepare "${PEERS%% *}" "$program" && timeout 120 "${cmd[@]}" > "$OUT/$program.want" 2>&1
    for peer in $PEERS; do
        prepare "$peer" "$program" && run_once "$peer" "$program" && ok="$ok $peer"
        rm -f "$OUT/$program.$peer.times"
    done
    for ((round = 0; round < ROUNDS; round++)); do
        for peer in $ok; do
            prepare "$peer" "$program" && run_once "$peer" "$program"
        done
    done
}

# peak PROGRAM: megabytes resident at most, with race detection.
peak()
{
    prepare gol "$1"
    /usr/bin/time -f %M -o "$OUT/peak" timeout 120 "${cmd[@]}" > /dev/null 2>&1
    awk 'END { printf "%.0f", $1 / 1024 }' "$OUT/peak"
}

report()
{
    local program=$1 gol none go race lua
    gol=$(median "$OUT/$program.gol.times")
    none=$(median "$OUT/$program.gol-none.times")
    go=$(median "$OUT/$program.go.times")
    race=$(median "$OUT/$program.go-race.times")
    lua=$(median "$OUT/$program.lua.times")
    printf '%-10s %8s %8s %8s %8s %8s   %8s %8s %8s %7s\n' "$program" "${gol:--}" "${none:--}" \
        "${go:--}" "${race:--}" "${lua:--}" "$(ratio "$gol" "$race")" "$(ratio "$none" "$race")" \
        "$(ratio "$none" "$lua")" "$(peak "$program")"
}

[ -x "$GOL" ] || { echo "bench/run.sh: no $GOL; run make first"; exit 1; }
rm -f "$OUT/wrong"
programs=("$@")
[ $# = 0 ] && programs=(fib matmul sieve nbody bintrees maps pingpong buffered primes mutex spawn \
    selectfan many)
echo "median seconds of $ROUNDS interleaved runs; gol: with race detection, none: --detector none"
printf '%-10s %8s %8s %8s %8s %8s   %8s %8s %8s %7s\n' '' gol none go 'go-race' lua \
    gol/race none/race none/lua 'gol MB'
for program in "${programs[@]}"; do
    measure "$program"
    report "$program"
done
[ -f "$OUT/wrong" ] && { echo "wrong output:"; sort -u "$OUT/wrong"; exit 1; }
exit 0
