# gol vet on projects with handlers of net/http and tests by httptest. They are analysed to the end, lines
# that say "// RACE name" are warned of, two with one name as a pair, and no pair of two accesses under
# the store's lock is.
. "$ROOT/tests/cli/lib.sh"

# vet PROJECT: into ./out, which warned() reads.
vet()
{
    (cd "$1" && "$GOL" vet --json --checks race .) > out 2> err
    local status=$?
    [ $status = 3 ] || bad "$1: status $status, expected 3" "$(head -n 5 err)"
    matches out '"limits":0,'
    matches out '"models":\[[^]]*"fmt"[^]]*"net/http"'
}

# warned ONE OTHER: whether there is a pair of these two lines; of ONE with any, if OTHER is empty.
warned()
{
    local conflict=${2:+"conflict\":{[^}]*\"file\":\"[a-z]*_test.go\",\"line\":$2,"}
    grep -q "\"access\":{[^}]*\"file\":\"[a-z]*_test.go\",\"line\":$1,[^}]*},\"$conflict" out
}

# races FILE: each name's lines are warned of.
races()
{
    local name lines first last
    for name in $(sed -n 's|.*// RACE ||p' "$1" | sort -u); do
        lines=$(grep -n "// RACE $name" "$1" | cut -d: -f1)
        first=$(echo "$lines" | head -n 1) last=$(echo "$lines" | tail -n 1)
        [ "$name" != body ] || last=
        warned "$first" "$last" || warned "$last" "$first" || bad "$1: no warning of $name"
    done
}

cp -r "$ROOT/tests/vet/http" store
cp -r "$ROOT/tests/vet/http_client" client
vet store
races store/store_test.go
locked=$(grep -n 's.items\[key\]\|len(s.items)' store/store_test.go | cut -d: -f1)
for one in $locked; do
    for other in $locked; do
        ! warned "$one" "$other" || bad "lines $one and $other are under one lock"
    done
done

vet client
races client/client_test.go

# Tests of handlers and clients, as most projects have them, are proved; but not if the handler takes no lock.
cp -r "$ROOT/tests/vet/http_clean" clean
cd clean || exit 1
wants 0 "$GOL" vet --json --checks race .
matches out '"verdict":"race-free"'
sed -i '/a\.mu\./d' clean_test.go
wants 3 "$GOL" vet --json --checks race .
matches out '"variable":"a.items\[r.URL.Path\]"'
finish
