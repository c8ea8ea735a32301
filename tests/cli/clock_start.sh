# --clock: when the program's clock starts.
. "$ROOT/tests/cli/lib.sh"
program clock.go << 'END'
package main

import (
	"fmt"
	"os"
	"time"
)

func main() {
	fmt.Println(time.Now().UTC().Truncate(time.Second))
	fmt.Println((<-time.After(time.Minute)).UTC().Truncate(time.Second))
	if len(os.Args) > 1 {
		panic("end")
	}
}
END
starts() { wants 0 "$GOL" run "$@" clock.go; [ "$(tr '\n' '|' < out)" = "$at" ] || bad "$*: $(cat out)"; }
at='2009-11-10 23:00:00 +0000 UTC|2009-11-10 23:01:00 +0000 UTC|' starts
at='2026-02-03 00:00:00 +0000 UTC|2026-02-03 00:01:00 +0000 UTC|' starts --clock 2026-02-03
at='1970-01-01 00:00:00 +0000 UTC|1970-01-01 00:01:00 +0000 UTC|' starts --clock=1970-01-01T00:00:00Z
wants 0 "$GOL" fuzz --schedules 3 --clock 2026-02-03 clock.go
for wrong in tomorrow 2026-13-01 2026-02-03T10:00 ''; do
    wants 1 "$GOL" run --clock "$wrong" clock.go
    matches err 'expected now, 2026-01-31 or 2026-01-31T12:30:00Z'
done

# now is the clock of the machine, and the replay's is that of the run
wants 2 "$GOL" run --clock now clock.go x
[ $(($(date +%s) - $(date -d "$(head -n 1 out)" +%s))) -lt 1000 ] || bad "not now: $(cat out)"
cp out first
matches err '^replay: gol run --clock [-0-9T:]+Z clock.go x$'
replay=$(sed -n 's/^replay: gol //p' err)
# shellcheck disable=SC2086
wants 2 "$GOL" $replay
same first out

# a test that asks for the year
mkdir year && printf 'module example.com/year\n' > year/go.mod
printf 'package year\n\nimport (\n\t"testing"\n\t"time"\n)\n\nfunc TestYear(t *testing.T) {\n\tif time.Now().Year() < 2020 {\n\t\tt.Error(time.Now())\n\t}\n}\n' > year/year_test.go
wants 1 "$GOL" test ./year
wants 0 "$GOL" test --clock now ./year
# A test that fails and speaks of that day is told of the flag.
mkdir dated
program dated/x_test.go << 'END'
package dated

import (
	"testing"
	"time"
)

func TestValid(t *testing.T) {
	if from := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); time.Now().Before(from) {
		t.Errorf("current time %s is before %s", time.Now().Format(time.RFC3339), from)
	}
}
func TestOther(t *testing.T) { t.Error("2024") }
END
wants 1 "$GOL" test ./dated
matches out '^    hint: the clock began on 2009-11-10; with --clock now it begins today$'
[ "$(grep -c hint: out)" = 1 ] || bad 'the hint stands where nothing is said of the day'
wants 1 "$GOL" test --clock 2010-01-01 ./dated
lacks out hint:
wants 0 "$GOL" test --clock now -run Valid ./dated
lacks out hint:
finish
