# A race, leak or deadlock of a test is reported inside that test: in its block of the text, as
# output of it in -json, in its failure in -junit. Nothing goes to standard error.
. "$ROOT/tests/cli/lib.sh"
program a_test.go << 'END'
package a

import "testing"

func TestFirst(t *testing.T) {
	x, done := 0, make(chan bool)
	go func() { x++; done <- true }()
	x++
	<-done
}

func TestSubtests(t *testing.T) {
	t.Run("races", func(t *testing.T) {
		y, done := 0, make(chan bool)
		go func() { y++; done <- true }()
		y++
		<-done
	})
	t.Run("logs", func(t *testing.T) { t.Log("the last subtest") })
}

func TestStuck(t *testing.T) { <-make(chan int) }

func TestPanics(t *testing.T) { panic("a reason") }

func TestFine(t *testing.T) { print("no newline") }
END
printf 'module a\n\ngo 1.22\n' > go.mod

# The lines that say where a report stands.
places()
{
    sed -nE 's/^(--- (FAIL|PASS)|=== (RUN|NAME) ).*/&/p; s/^[ \t]*((race|leak|fatal error|replay|panic): .*)/  \1/p' "$1" |
        sed -E 's/ {3,}R-.*//; s/\(0.00s\)/()/; s/(replay:.*\^)(Test[A-Za-z]*).*/\1\2/'
}

wants 66 "$GOL" test .
places out > got
cat > want << 'END'
--- FAIL: TestFirst ()
  race: read after write (RaW) on x
  replay: gol test -run '^TestFirst
--- FAIL: TestSubtests ()
  race: read after write (RaW) on y
  replay: gol test -run '^TestSubtests
--- FAIL: TestStuck (deadlock)
  fatal error: all goroutines are asleep - deadlock!
  replay: gol test -run '^TestStuck
--- FAIL: TestPanics ()
  panic: a reason [recovered]
  panic: a reason
  replay: gol test -run '^TestPanics
END
same want got
[ ! -s err ] || bad 'on standard error' "$(cat err)"

wants 66 "$GOL" test -v -run 'First|Subtests|Stuck' .
places out > got
cat > want << 'END'
=== RUN   TestFirst
  race: read after write (RaW) on x
  replay: gol test -run '^TestFirst
--- FAIL: TestFirst ()
=== RUN   TestSubtests
=== RUN   TestSubtests/races
=== RUN   TestSubtests/logs
=== NAME  TestSubtests
  race: read after write (RaW) on y
  replay: gol test -run '^TestSubtests
--- FAIL: TestSubtests ()
=== RUN   TestStuck
  fatal error: all goroutines are asleep - deadlock!
  replay: gol test -run '^TestStuck
--- FAIL: TestStuck (deadlock)
END
same want got

# of_test TEST: the output events of that test alone.
of_test() { grep "\"output\".*\"Test\":\"$1\"" out; }
wants 66 "$GOL" test -json .
for test in First:race Subtests:race Stuck:fatal Panics:panic; do
    of_test "Test${test%:*}" > output
    matches output "\"Output\":\" *${test#*:}[: ]"
done
of_test TestSubtests/logs > output
lacks output '"Output":" *race'
[ "$(grep -c '"type":"race"' out)" = 2 ] || bad 'races as objects' "$(grep -c '"type":"race"' out)"
[ ! -s err ] || bad 'on standard error' "$(cat err)"
finish
