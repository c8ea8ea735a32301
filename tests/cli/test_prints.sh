# What gol test prints of tests that pass, of packages without any, and of directories that are none.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/lib && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod

# It is shown if one fails, with -v, and without names of packages.
program lib/lib_test.go << 'END'
package lib

import (
	"fmt"
	"os"
	"testing"
)

func TestFirst(t *testing.T) { fmt.Println("printed") }
func TestThen(t *testing.T) {
	if os.Getenv("FAILS") != "" {
		t.Error("wrong")
	}
}
func TestLast(t *testing.T) { fmt.Println("at last") }
END
wants 0 "$GOL" test ./lib
lacks out 'printed'
lacks out 'at last'
FAILS=1 wants 1 "$GOL" test ./lib
sed 's/([0-9.]*s)/(T)/' out | head -n 4 > got
printf '%s\n' printed '--- FAIL: TestThen (T)' '    lib_test.go:12: wrong' 'at last' > want
same want got
wants 0 "$GOL" test -v ./lib
matches out '^printed$'
wants 0 "$GOL" test -C lib
matches out '^printed$'
wants 0 "$GOL" test -v -run Nothing ./lib
matches out '^testing: warning: no tests to run$'
matches out '^PASS$'
matches out '\[no tests to run\]$'

# A directory without Go files is not one without tests.
mkdir none
wants 1 "$GOL" test ./none
matches err '^gol test: no Go files in \./none$'
cd none || exit 1
wants 1 "$GOL" test
matches err '^gol test: no Go files in \.$'
finish
