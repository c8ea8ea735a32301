# A package whose name ends in _test, outside of files with tests, is one like any other.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/export_test && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
program export_test/export.go << 'END'
package export_test

const Answer = 42
END
program main.go << 'END'
package main

import (
	"fmt"

	"example.com/m/export_test"
)

func main() { fmt.Println(export_test.Answer) }
END
program main_test.go << 'END'
package main

import (
	"testing"

	"example.com/m/export_test"
)

func TestAnswer(t *testing.T) {
	if export_test.Answer != 42 {
		t.Fail()
	}
}
END
wants 0 "$GOL" run .
[ "$(cat out)" = 42 ] || bad "run: $(cat out)"
wants 0 "$GOL" test .
finish
