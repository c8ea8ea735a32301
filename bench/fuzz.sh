#!/usr/bin/env bash
# gol fuzz beside the published figures in bench/fuzz.published: executions a second of processor
# time, and mean schedules to the first bug.
#
#   bench/fuzz.sh          ROUNDS=3 SEEDS=20 CAP=20000 STRATEGY=mixed
#   bench/fuzz.sh rows     the first of them only, as rows for bench/report.py
set -u
cd "$(dirname "$0")/.." || exit 1
export GOL=${GOL:-${BUILD:-build}/gol}
ROUNDS=${ROUNDS:-3}
STRATEGY=${STRATEGY:-mixed}
EXECUTIONS=50000

# Executions a second of processor time, start-up of the process included; the best of the rounds.
speed()
{
    for _ in $(seq "$ROUNDS"); do
        TIMEFORMAT=%U
        { time "$GOL" fuzz -j 1 --strategy random --schedules $EXECUTIONS --quiet \
            "tests/fuzzing/speed/$1.gol" > /dev/null 2>&1; } 2>&1
    done | sort -n | awk -v n=$EXECUTIONS 'NR == 1 { printf "%.0f\n", n / $1 }'
}

speeds()
{
    while read -r what name published; do
        [ "$what" = speed ] && printf '%-18s%12s%12s\n' "$name" "$(speed "$name")" "$published"
    done < bench/fuzz.published
}

if [ "${1-}" = rows ]; then
    speeds | awk -v OFS='\t' '{ print "figure", "schedules a second", $1, "gol", $2
                                print "figure", "schedules a second", $1, "Shuttle", $3 }'
    exit
fi
echo "Executions a second on one core; gol with race detection, Shuttle without"
printf '%-18s%12s%12s\n' program gol Shuttle
speeds

echo
echo "Mean schedules to the first bug, --strategy $STRATEGY"
printf '%-18s%10s%10s%8s%8s%8s%8s\n' program gol POS PCT3 RFF PERIOD Shuttle
STAT=mean SEEDS=${SEEDS:-20} tests/fuzzing/measure.sh "$STRATEGY" |
    awk 'NR == FNR { if ($1 == "bug") { name = $2; $1 = $2 = ""; split($0, figures, " ");
             for (i = 1; i <= 5; i++) published[name, i] = figures[i]; known[name] = 1 }
             next }
         FNR > 1 && known[$1] {
             printf "%-18s%10s", $1, $2
             best = ""
             for (i = 1; i <= 5; i++) {
                 figure = published[$1, i]
                 printf i == 1 ? "%10s" : "%8s", figure
                 if (figure ~ /^[0-9]/ && (best == "" || figure + 0 < best + 0)) best = figure
             }
             good = $2 != "x" && (best == "" || $2 + 0 <= best + 0.5)
             count += good; all++
             rff = published[$1, 3]
             if (rff != "-") {
                 rff_all++
                 rff_good += rff == "x" ? $2 != "x" : $2 != "x" && $2 + 0 <= rff + 0.5
             }
             print good ? "" : "  *"
         }
         END { printf "no worse than RFF, the best published one: %d of %d\n", rff_good, rff_all
               printf "no worse than whichever is best: %d of %d (* = worse)\n", count, all }' \
        bench/fuzz.published -
