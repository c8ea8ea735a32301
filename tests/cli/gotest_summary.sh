# The last lines of a package are the go command's, as text and as events: PASS or FAIL, the coverage, the
# package; and which modes of coverage -race takes.
. "$ROOT/tests/cli/lib.sh"
mkdir m && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
program m.go << 'END'
package m

func One() int { return 1 }
func Two() int { return 2 }
END
program m_test.go << 'END'
package m

import "testing"

func TestGood(t *testing.T) { One() }
func TestBad(t *testing.T)  { t.Error("bad") }
END
ends() { # FILE LINES...: how the file ends, without times and numbers of tests
    local file=$1
    shift
    tail -n $# "$file" | sed -E 's/\t[0-9.]+s.*//' > tail
    printf '%s\n' "$@" > want
    same want tail
}
wants 1 "$GOL" test -cover .
ends out FAIL 'coverage: 50.0% of statements' $'FAIL\texample.com/m' FAIL
wants 0 "$GOL" test -cover -v -run Good .
ends out PASS 'coverage: 50.0% of statements' $'ok  \texample.com/m'
wants 0 "$GOL" test -cover -run Good .
[ "$(wc -l < out)" = 1 ] || bad 'a package that passes has one line' "$(cat out)"

events() { # how the events of the package end, but for gol's own
    grep -v '"type"' out | grep -v '"Test"' | sed -E 's/[0-9.]+s[^"]*\\n/T\\n/; s/"Elapsed":.*//' > events
}
package='"Package":"example.com/m"'
wants 1 "$GOL" test -cover -json .
events
ends events "{\"Action\":\"output\",$package,\"Output\":\"FAIL\\n\"}" \
    "{\"Action\":\"output\",$package,\"Output\":\"coverage: 50.0% of statements\\n\"}" \
    "{\"Action\":\"output\",$package,\"Output\":\"FAIL\\texample.com/m\\tT\\n\"}" \
    "{\"Action\":\"fail\",$package,"
wants 0 "$GOL" test -json -run Good .
events
ends events "{\"Action\":\"output\",$package,\"Output\":\"PASS\\n\"}" \
    "{\"Action\":\"output\",$package,\"Output\":\"ok  \\texample.com/m\\tT\\n\"}" \
    "{\"Action\":\"pass\",$package,"
# Only a package without test files is skipped.
wants 0 "$GOL" test -json -run None .
events
ends events "{\"Action\":\"output\",$package,\"Output\":\"testing: warning: no tests to run\\n\"}" \
    "{\"Action\":\"output\",$package,\"Output\":\"PASS\\n\"}" \
    "{\"Action\":\"output\",$package,\"Output\":\"ok  \\texample.com/m\\tT\\n\"}" \
    "{\"Action\":\"pass\",$package,"
# Names that are listed are output.
wants 0 "$GOL" test -json -list Good .
events
matches events "^{\"Action\":\"output\",$package,\"Output\":\"TestGood\\\\n\"}\$"

for mode in set count; do
    wants 1 "$GOL" test -race -covermode $mode .
    matches err "^gol test: -covermode must be \"atomic\", not \"$mode\", when -race is enabled\$"
done
wants 0 "$GOL" test -race -covermode atomic -run Good .
wants 0 "$GOL" test -covermode set -run Good .
finish
