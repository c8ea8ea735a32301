# gol test: flags of the tests' own, as go test passes them on; durations as package time reads them.
. "$ROOT/tests/cli/lib.sh"
program go.mod << 'END'
module example.com/m

go 1.21
END
mkdir a b c none
program a/a_test.go << 'END'
package a

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "")
var name = flag.String("suite."+"name", "none", "")

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(m.Run())
}

func TestX(t *testing.T) {
	fmt.Println("given", *update, *name, flag.Args())
	if *name == "bad" {
		panic("bad")
	}
}
END
printf 'package a_test\n\nimport "testing"\n\nfunc TestOutside(t *testing.T) {}\n' > a/x_test.go
printf 'package b\n\nimport "testing"\n\nfunc TestX(t *testing.T) {}\n' > b/b_test.go
printf 'package none\n' > none/none.go
wants 0 "$GOL" test -v ./a
matches out '^given false none \[\]$'
# what follows one and is no flag is the tests', not a package
wants 1 "$GOL" test -update ./a
matches err '^gol test: no Go files in \.$'
wants 0 "$GOL" test ./a -v -update -run X -suite.name long -- more words
matches out '^given true long \[more words\]$'
wants 0 "$GOL" test ./a -v -update one -run Y
matches out '^given true none \[one -run Y\]$'
wants 0 "$GOL" test ./a -v -update -args -suite.name=z 1 2 3 4 5 6 7 8 9 10 11 12
matches out '^given true z \[1 2 3 4 5 6 7 8 9 10 11 12\]$'
# a failure is repeated with them
wants 1 "$GOL" test ./a -update -suite.name=bad
matches out "replay: gol test .*-args -update -suite.name=bad\$"
eval "wants 1 \"\$GOL\" $(sed -n 's/^ *replay: gol //p' out)"
matches out '^given true bad \[\]$'
# the executable has them too
wants 0 "$GOL" test -c -o a.test ./a
wants 0 ./a.test -v -update -suite.name=q
matches out '^given true q \[\]$'
# a package without such a flag fails, others run
wants 1 "$GOL" test ./a ./b -update
matches out '^ok  	example.com/m/a	'
matches out '^FAIL	example.com/m/b \[build failed\]$'
matches err '^gol test: unknown flag -update$'
wants 1 "$GOL" test ./b -rnu X
matches err 'unknown flag -rnu: did you mean --run\?$'
wants 1 "$GOL" test ./none -nosuch
matches err 'unknown flag -nosuch$'
# durations
program c/c_test.go << 'END'
package c

import (
	"fmt"
	"testing"
	"time"
)

func TestX(t *testing.T) {
	d, ok := t.Deadline()
	fmt.Println("left", time.Until(d).Round(time.Second), ok)
}
func TestLong(t *testing.T) { time.Sleep(2 * time.Second) }
END
wants 0 "$GOL" test -v -run X -timeout 1h30m ./c
matches out '^left 1h30m0s true$'
wants 0 "$GOL" test -v -run X -timeout 1m0.9s ./c
matches out '^left 1m1s true$'
wants 1 "$GOL" test -run Long -timeout 900000us ./c
wants 1 "$GOL" test -run Long -timeout 1ns ./c
for bad in 1h30 5x h 1h-2m; do
    wants 1 "$GOL" test -timeout "$bad" ./c
    matches err "bad value $bad for --timeout"
done
finish
