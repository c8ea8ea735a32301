#!/usr/bin/env bash
# How many schedules each strategy needs to the first bug of each program here: the median over
# SEEDS seeds, or "x" if more than half of them found none within CAP schedules.
#
#   tests/fuzzing/measure.sh [STRATEGY...]     GOL=build/gol SEEDS=11 CAP=20000 ONLY=name
#
# STAT=mean prints the mean instead, "x" if any seed found none.
# Detection is off, so that only the program's own assertion counts, not the race behind it.
set -u
cd "$(dirname "$0")/../.." || exit 1
GOL=${GOL:-build/gol}
SEEDS=${SEEDS:-11}
CAP=${CAP:-20000}
ONLY=${ONLY:-}
STAT=${STAT:-median}
strategies=${*:-$("$GOL" help strategies | awk '/^  [a-z]/ { print $1 }')}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Variants of some programs: NAME CONSTANT VALUE...
variants()
{
    local values value
    for file in tests/fuzzing/*.gol; do
        local name=${file##*/}
        name=${name%.gol}
        case $name in
        reorder) constant=setters values="2 3 4 9 19 49" ;;
        twostage) constant=writers values="1 19 49" ;;
        philosophers) constant=n values="3 5 8" ;;
        wrong_lock) constant=others values="3 7" ;;
        *) constant='' values='' ;;
        esac
        [ -z "$values" ] && cp "$file" "$work/$name.gol"
        for value in $values; do
            sed "s/^const $constant = .*/const $constant = $value/" "$file" \
                > "$work/${name}_$value.gol"
        done
    done
}

# The numbers of schedules, a line each seed, in order; the last are "x".
counts()
{
    local seed
    for seed in $(seq "$SEEDS"); do
        "$GOL" fuzz -j 1 --detector none --first --schedules "$CAP" --seed "$seed" \
            --strategy "$2" "$1" 2>&1 > /dev/null |
            sed -n 's/^found after \([0-9]*\) .*/\1/p' | grep . || echo 99999999
    done | sort -n | sed 's/99999999/x/'
}

summary()
{
    if [ "$STAT" = mean ]; then
        awk '/x/ { x = 1 } { sum += $1; n++ } END { if (x) print "x"; else printf "%.1f\n", sum / n }'
    else
        sed -n "$(((SEEDS + 1) / 2))p"
    fi
}

variants
printf '%-18s' program
printf '%10s' $strategies
printf '\n'
for program in "$work"/*"$ONLY"*.gol; do
    name=${program##*/}
    printf '%-18s' "${name%.gol}"
    for strategy in $strategies; do
        printf '%10s' "$(counts "$program" "$strategy" | summary)"
    done
    printf '\n'
done
