# Random programs: what is predicted with a witness is confirmed, on every one. What a run's own
# detector saw is predicted too.
. "$ROOT/tests/cli/lib.sh"
PRINT=$(dirname "$GOL")/tests/unit/random_programs_test
confirmed=0
for number in $(seq 1 "${PROGRAMS:-25}"); do
    "$PRINT" --print "$number" > random.go
    "$GOL" run --seed "$number" --steps 100000 --predict --json random.go > out 2> err < /dev/null
    grep '"type":"predicted"' out > predicted
    confirmed=$((confirmed + $(grep -c '"confirmed":true' predicted)))
    grep '"confirmed":false' predicted | grep -E '"(syncp|osr)"' > doubtful &&
        bad "program $number: not confirmed: $(head -n 1 doubtful)"
    ! grep -q '"type":"race"' out || grep -q '"hb"' predicted ||
        bad "program $number: races, but nothing is predicted"
done
[ "$confirmed" -gt 10 ] || bad "only $confirmed races were confirmed"
finish
