# gol vet on a project with handlers of net/http and tests by httptest: tests/vet/http. It is analysed to
# the end, each pair of lines that say "// RACE name" is warned of, and no pair of two accesses under
# the store's lock is.
. "$ROOT/tests/cli/lib.sh"

cp -r "$ROOT/tests/vet/http" project
cd project || exit 1
"$GOL" vet --json --checks race . > out 2> err
status=$?
[ $status = 3 ] || bad "status $status, expected 3" "$(head -n 5 err)"
matches out '"limits":0,'

# warned ONE OTHER: whether there is a pair of these two lines.
warned()
{
    grep -q "\"access\":{[^}]*\"file\":\"store_test.go\",\"line\":$1,[^}]*},\"conflict\":{[^}]*\"file\":\"store_test.go\",\"line\":$2," out
}
for name in counter map captured; do
    lines=$(grep -n "// RACE $name" store_test.go | cut -d: -f1)
    first=$(echo "$lines" | head -n 1) last=$(echo "$lines" | tail -n 1)
    warned "$first" "$last" || warned "$last" "$first" || bad "no warning of $name, lines $first and $last"
done
locked=$(grep -n 's.items\[key\]\|len(s.items)' store_test.go | cut -d: -f1)
for one in $locked; do
    for other in $locked; do
        ! warned "$one" "$other" || bad "lines $one and $other are under one lock"
    done
done
finish
