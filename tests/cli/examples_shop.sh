# The project in examples/shop: gol test passes in the ordinary schedule, and finds all four planted bugs
# when each test runs under more schedules; what it prints as a replay shows each again.
. "$ROOT/tests/cli/lib.sh"
cp -r "$ROOT/examples/shop" . && cd shop || exit 1
wants 0 "$GOL" test ./...
wants 66 "$GOL" test --fuzz 200 ./...
matches out '^--- FAIL: TestTwoOrders \('
matches out '[01] orders are booked, not 2'
matches out '^--- FAIL: TestAsk \(leak\)'
matches out '^--- FAIL: TestMove \(deadlock\)'
matches out '^--- FAIL: TestAddAndCount'
said
matches said '^race: .* on s.last '
[ "$(grep -c '^replay: ' said)" = 4 ] || bad "$(grep '^replay: ' said)"
grep '^replay: gol ' said | sed 's/^replay: gol //' | while read -r command; do
    eval "\"$GOL\" $command" > again 2>&1
    [ $? != 0 ] || echo "gol $command: passed" >> passed
done
[ ! -e passed ] || bad "$(cat passed)"
finish
