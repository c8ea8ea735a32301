# gol test: what gol run shows of an execution, it shows of a test; schedules of failures are kept.
. "$ROOT/tests/cli/lib.sh"
program go.mod << 'END'
module example.com/m

go 1.21
END
mkdir a b
program a/a_test.go << 'END'
package a

import "testing"

var x int

func TestRace(t *testing.T) {
	done := make(chan bool)
	go func() { x = 1; done <- true }()
	x = 2
	<-done
}

func TestQuiet(t *testing.T) { x = 3 }
END
lost_update_test b

# Files are of the test that failed first, seen from where gol was started.
wants 66 "$GOL" test --trace t.trace --save-schedule s.schedule --profile=p.txt --sarif s.sarif ./...
wants 66 "$GOL" predict t.trace
matches out 'a/a_test.go:9:'
matches p.txt 'TestRace'
matches s.sarif '"a/a_test.go"'
[ "$(grep -c '"startLine"' s.sarif)" -gt 0 ] || bad "no place in the log"
grep -q '^gol schedule' s.schedule || bad "no schedule"
wants 66 "$GOL" test -run Race --schedule s.schedule ./a
wants 0 "$GOL" test -run Quiet --trace t.trace ./a
wants 0 "$GOL" predict t.trace
wants 1 "$GOL" test -run Quiet --trace no/such ./a

# Texts are of each.
wants 0 "$GOL" test -run Quiet --explain --state --profile ./a
matches err '^=== TestQuiet$'
matches err 'state at the end'
matches err 'Write'
matches err 'by function|function'
wants 0 "$GOL" test -run Quiet --state-at a_test.go:14 ./a
matches err '^state before a_test.go:14'
wants 1 "$GOL" test -run Quiet --state-at nonsense ./a

# --corpus keeps the schedule, which is run first from then on, with --fuzz 0 too.
wants 0 "$GOL" test --fuzz 0 ./b
wants 1 "$GOL" test --corpus ./b
kept=$(echo b/testdata/gol/TestLost-*.schedule)
[ -f "$kept" ] || bad "nothing was kept"
wants 1 "$GOL" test --fuzz 0 ./b
matches out 'lost 1'
said
eval "wants 1 \"\$GOL\" $(sed -n 's/^replay: gol //p' said)"
sed -i 's/^	n := 0$/	n := 0 \/\/ a comment\n/' b/b_test.go
wants 1 "$GOL" test --fuzz 0 ./b
sed -i '/^			old := n/,/^			mu.Lock()/d; s/old + 1/n + 1/' b/b_test.go # mended
wants 0 "$GOL" test ./b
mkdir elsewhere
rm -r b/testdata
cp a/a_test.go b/b_test.go
wants 66 "$GOL" test --corpus=elsewhere/deep --fuzz 50 ./b
[ -d elsewhere/deep ] && [ ! -d b/testdata ] || bad "--corpus=DIR"

# Strategies and worker processes.
for flags in '--strategy pct' '-j 2' '--strategy random -j2'; do
    wants 0 "$GOL" test --fuzz 60 -v $flags -run Quiet ./a
    matches out 'TestQuiet: passed under 60 schedules'
    wants 66 "$GOL" test --fuzz 60 $flags -run Race ./a
done
wants 1 "$GOL" test --fuzz 60 --strategy nonsense ./a
finish
