# gol vet --sarif: both accesses are related locations, each goroutine has a code flow, and a fingerprint survives that
# lines move.
. "$ROOT/tests/cli/lib.sh"

racy_program
wants 66 "$GOL" vet --sarif one.sarif racy.gol
matches one.sarif '"ruleId":[[:space:]]*"race"'
matches one.sarif '"level":[[:space:]]*"error"'
[ "$(grep -c '"threadFlows"' one.sarif)" = 2 ] || bad "not one code flow for each goroutine"
[ "$(grep -c '"the goroutine is started"' one.sarif)" = 2 ] || bad "a code flow does not begin with the go statement"
[ "$(sed -n '/relatedLocations/,/partialFingerprints/p' one.sarif | grep -c '"physicalLocation"')" = 2 ] ||
    bad "not both accesses are related locations"

fingerprint() { sed -n 's/.*"golPlaces\/v1":[[:space:]]*"\([^"]*\)".*/\1/p' "$1"; }
sed -i '1i // A line more.\n' racy.gol
sed 's/^go/    go/' racy.gol > moved.gol && mv moved.gol racy.gol
wants 66 "$GOL" vet --sarif two.sarif racy.gol
[ -n "$(fingerprint one.sarif)" ] || bad "no fingerprint"
[ "$(fingerprint one.sarif)" = "$(fingerprint two.sarif)" ] || bad "the fingerprint changes when lines move"
sed -i 's/x = 2/x = 3/' racy.gol
wants 66 "$GOL" vet --sarif three.sarif racy.gol
[ "$(fingerprint one.sarif)" != "$(fingerprint three.sarif)" ] || bad "another race has the same fingerprint"

# Two alike have two fingerprints. Checks are results, too, with their notes as related locations.
program alike.gol << 'END'
x, y := 1, 1
x = x
y = y
x = x
END
wants 3 "$GOL" vet --sarif alike.sarif alike.gol
[ "$(fingerprint alike.sarif | sort -u | wc -l)" = 3 ] || bad "results share a fingerprint"
wants 2 "$GOL" vet --checks closed --sarif closed.sarif "$ROOT/tests/vet/check/closed.gol"
matches closed.sarif '"ruleId":[[:space:]]*"closed"'
matches closed.sarif '"text":[[:space:]]*"note: it is closed here"'
wants 1 "$GOL" vet --sarif missing/x.sarif racy.gol
finish
