# gol show: from the line "show:" of a report to the page, which a browser opens and this drives.
. "$ROOT/tests/cli/lib.sh"
. "$ROOT/tests/show/drive.sh"
cp "$ROOT/examples/bank.gol" .

# One printed command leads from a search to the picture.
wants 66 "$GOL" fuzz --schedules 50 -j 1 bank.gol
command=$(sed -n 's/^show: gol //p' err | head -n 1)
replay=$(sed -n 's/^replay: gol run //p' err | head -n 1)
[ "$command" = "show $replay" ] || bad "fuzz prints show: $command"
# shellcheck disable=SC2086 # several words
wants 0 "$GOL" $command
echo "wrote bank.html" > wrote
same wrote out
wants 0 "$GOL" show --schedule 0^7 bank.gol

# One file, of moderate size, that refers to nothing.
[ "$(wc -c < bank.html)" -lt 500000 ] || bad "bank.html has $(wc -c < bank.html) bytes"
lacks bank.html '(src|href|url|import) *[=(] *["'"'"']?[a-z]*:?//|<link|<img|@import'

# Its text is that of the report.
wants 66 "$GOL" run --schedule 0^7 bank.gol
grep -v '^show: ' err > report
sed -n '/<section id="report">/,/<\/section>/p' bank.html | sed 's/.*<pre>//; s/<\/pre>.*//' |
    sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' | sed '/^$/d' > text
sed -n '/^race:/,/^replay:/p' report > wanted
same wanted text

# The other ways to it.
wants 66 "$GOL" run --html run.html --schedule 0^7 bank.gol
# The page differs only in what the program printed, which went to standard output.
same <(sed '/id="output"/,/^<section/d; /"output":/d' run.html) \
    <(sed '/id="output"/,/^<section/d; /"output":/d' bank.html)
matches out '^30$'
lacks err '^show: '
wants 0 "$GOL" show -o replayed.html 0^7 bank.gol
same replayed.html bank.html
wants 66 "$GOL" run --seed 7 --trace run.trace bank.gol
wants 0 "$GOL" show run.trace
matches run.html 'write after read'
wants 0 "$GOL" show --json bank.gol
matches out '^\{"format":"gol show 1"'
printf 'T1|w(x)|1\nT2|w(x)|2\n' > t.std
wants 0 "$GOL" show --json t.std
matches out '"races":\[\{"now":2,"before":1'

# Other formats have the same steps, arrows and race.
printf 'T1|w(x)|1\nT1|fork(T2)|2\nT2|r(x)|3\nT1|w(x)|4\n' > t.std
wants 0 "$GOL" show --dot t.std
same out "$ROOT/tests/show/t.dot"
wants 0 "$GOL" show --mermaid t.std
same out "$ROOT/tests/show/t.mermaid"
for format in svg tikz perfetto; do
    wants 0 "$GOL" show --$format --schedule 0^7 bank.gol
    cp out bank.$format
done
[ "$(grep -c 'marker-end' bank.svg)" = 4 ] || bad "bank.svg: $(grep -c 'marker-end' bank.svg) arrows"
[ "$(grep -c '<circle' bank.svg)" = 21 ] || bad "bank.svg: $(grep -c '<circle' bank.svg) dots"
[ "$(grep -c '#c9152b.*total' bank.svg)" = 2 ] || bad "bank.svg lacks the race"
matches bank.svg '>done &lt;- to p1: true   bank.gol:11</text>'
[ "$(grep -c '^\\draw\[arrow' bank.tikz)" = 4 ] || bad "bank.tikz lacks arrows"
matches bank.tikz 'red\] at \(.*\{total := 42   bank.gol:10\};'
matches bank.perfetto '^\{"traceEvents":\[.*"ph":"s".*"name":"go".*\]\}$'
wants 0 "$GOL" show --svg -o some.svg --schedule 0^7 bank.gol
same some.svg bank.svg
echo "wrote some.svg" > wrote
same out wrote
wants 1 "$GOL" show --svg=x bank.gol
matches err 'takes no value'

# Two runs side by side: another schedule, the witness of a predicted race, a given reordering.
wants 0 "$GOL" show -o two.html --schedule 0^2.1 --beside 0^7 bank.gol
matches two.html '"says":"under schedule 0\^7"'
printf '%s\n' 'T1|w(x)|1' 'T1|acq(m)|2' 'T1|rel(m)|3' 'T2|acq(m)|4' 'T2|rel(m)|5' 'T2|w(x)|6' > m.std
wants 0 "$GOL" show -o witness.html --witness m.std
matches witness.html '"races":\[\{"now":.*"says":"the witness of a predicted race"'
wants 0 "$GOL" show --json --reorder '1 4' m.std
matches out '"says":"a valid reordering"'
wants 0 "$GOL" show --json --reorder '1 2 4' m.std
matches out '"says":"no valid reordering: '
printf 'T1|w(x)|1\nT1|fork(T2)|2\nT2|r(x)|3\n' > ordered.std
wants 1 "$GOL" show --witness ordered.std
matches err 'no race is predicted that has a witness'
wants 1 "$GOL" show --witness bank.gol
matches err '^gol show: --witness is for traces$'
wants 1 "$GOL" show --beside 0 m.std
matches err '^gol show: --beside is for programs$'

# The failure of a test.
mkdir queue
cat > queue/queue_test.go << 'END'
package queue

import "testing"

func TestFine(t *testing.T) {}

func TestRace(t *testing.T) {
	n, done := 0, make(chan bool)
	go func() { n++; done <- true }()
	n++
	<-done
}
END
wants 66 "$GOL" test ./queue
said
command=$(sed -n 's/^show: gol //p' said | sed "s/'//g")
[ -n "$command" ] || bad "gol test prints no show:" "$(cat out)"
# shellcheck disable=SC2086 # several words
wants 66 "$GOL" $command
matches test.html '<h1>\./queue: TestRace</h1>'
matches test.html '^<section id="report">.*race: .* on n'

# What is wrong is reported.
wants 1 "$GOL" show
matches err '^usage: gol show'
wants 1 "$GOL" show missing.trace
wants 1 "$GOL" show --schedule 0.99 bank.gol
matches err 'schedule'
wants 1 "$GOL" show -o no/such/dir.html bank.gol
matches err 'cannot write no/such/dir.html'
wants 1 "$GOL" show --detector x bank.gol
matches err 'there is no detector "x"'

# In a browser.
[ -n "$browser" ] || { echo "no browser: the page was not driven" >&2; finish; }
drive bank.html "$ROOT/tests/show/one.js" > seen
same "$ROOT/tests/show/bank.seen" seen
drive two.html "$ROOT/tests/show/two.js" > seen
same "$ROOT/tests/show/two.seen" seen
drive witness.html "$ROOT/tests/show/two.js" > seen
same "$ROOT/tests/show/witness.seen" seen
finish
