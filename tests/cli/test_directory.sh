# gol test runs each package's tests in the directory of the package, as the go command does; paths
# that are given and printed are relative to where gol was started.
. "$ROOT/tests/cli/lib.sh"
mkdir -p one/testdata two/testdata
echo one > one/testdata/name
echo two > two/testdata/name
for p in one two; do
    cat > $p/reads.go << END
package $p

import "os"

func name() string {
	text, err := os.ReadFile("testdata/name")
	if err != nil {
		return err.Error()
	}
	return string(text)
}
END
    cat > $p/reads_test.go << END
package $p

import (
	"os"
	"testing"
)

func TestName(t *testing.T) {
	if got := name(); got != "$p\n" {
		t.Error(got)
	}
	os.Chdir("/")
}

func TestAgain(t *testing.T) { TestName(t) }

func TestSent(t *testing.T) {
	c := make(chan string, 2)
	go func() { c <- "x" }()
	go func() { c <- name() }()
	<-c
	<-c
}
END
done
cat > one/extern_test.go << 'END'
package one_test

import (
	"os"
	"testing"
)

func TestOutside(t *testing.T) {
	if _, err := os.Stat("testdata"); err != nil {
		t.Error(err)
	}
}
END
cat > one/alone_test.go << 'END'
package one

import (
	"os"
	"testing"
)

func TestAlone(t *testing.T) {
	if _, err := os.Stat("testdata/name"); err != nil {
		t.Error(err)
	}
}
END
wants 0 "$GOL" test -coverprofile=profile ./one ./two
[ -s profile ] || bad 'the profile is not where gol was started'
wants 0 "$GOL" test one/alone_test.go two
for search in '--fuzz 20' '--check' '--check --engine dpor' '--check --engine states'; do
    wants 0 "$GOL" test $search ./one two
done

# A failure names its place as before; its replay finds the files, and so does a schedule in one.
cat > one/racy_test.go << 'END'
package one

import "testing"

var last string

func TestRacy(t *testing.T) {
	go func() { last = name() }()
	println(last, name() == "one\n")
}
END
wants 66 "$GOL" test --fuzz 100 ./one
said
matches said '^  (read|write) .* one/racy_test.go:8:14$'
matches out 'true$'
eval "set -- $(sed -n 's/^replay: gol //p' said | head -n 1)"
wants 66 "$GOL" "$@"
said
matches said '^  (read|write) .* one/racy_test.go:8:14$'
lacks err 'no such file'
finish
