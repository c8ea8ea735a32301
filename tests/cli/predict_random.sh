# Random programs: what is predicted with a witness is confirmed, on every one. What a run's own
# detector saw is predicted too.
. "$ROOT/tests/cli/lib.sh"
PRINT=$(dirname "$GOL")/tests/unit/random_programs_test
# The two places of a prediction, as in the report of a race: "line":3,"column":13
place() {
    sed -n "s/.*\"$1\":{[^}]*\(\"line\":[0-9]*,\"column\":[0-9]*\).*/\1/p" one
}
# Whether the replay of the prediction in ./one, run alone, reports that very race.
replays() {
    command=$(sed -n 's/.*"replay":"gol run \([^"]*\)".*/\1/p' one)
    # shellcheck disable=SC2086
    "$GOL" run --json $command > replayed 2> /dev/null < /dev/null
    grep '"type":"race"' replayed | grep -F "$(place first)" | grep -qF "$(place second)"
}
confirmed=0
for number in $(seq 1 "${PROGRAMS:-25}"); do
    "$PRINT" --print "$number" > random.go
    "$GOL" run --seed "$number" --steps 100000 --predict --json random.go > out 2> err < /dev/null
    grep '"type":"predicted"' out > predicted
    confirmed=$((confirmed + $(grep -c '"confirmed":true' predicted)))
    grep '"confirmed":false' predicted | grep -E '"(syncp|osr)"' > doubtful &&
        bad "program $number: not confirmed: $(head -n 1 doubtful)"
    grep '"replay"' predicted | head -n "${REPLAYS:-2}" | while IFS= read -r line; do
        printf '%s\n' "$line" > one
        replays || echo "$line"
    done > unrepeated
    [ -s unrepeated ] && bad "program $number: its replay does not show $(head -n 1 unrepeated)"
    [ "$(grep -c '"type":"verdict"' out)" = 1 ] || bad "program $number: not one verdict"
    ! grep -q '"confirmed":false,"may_follow":false,"recorded":true' out ||
        bad "program $number: a race of the run is not confirmed"
    ! grep -q '"type":"race"' out || tail -n 1 out | grep -q '"verdict":"race".*"status":66' ||
        bad "program $number: a race, but another verdict"
    ! grep -q '"type":"race"' out || grep -q '"hb"' predicted ||
        bad "program $number: races, but nothing is predicted"
done
[ "$confirmed" -gt 10 ] || bad "only $confirmed races were confirmed"
finish
