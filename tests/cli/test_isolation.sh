# What one test does to the environment and to the working directory is gone in the next, and in the
# next execution of the same test.
. "$ROOT/tests/cli/lib.sh"
mkdir pkg
cat > pkg/a_test.go << 'END'
package pkg

import (
	"os"
	"testing"
)

func look(t *testing.T) {
	if _, err := os.Stat("a_test.go"); err != nil {
		t.Error("another test's directory:", err)
	}
	if v, ok := os.LookupEnv("GOL_ISOLATION"); ok {
		t.Error("another test's environment:", v)
	}
	os.Setenv("GOL_ISOLATION", t.Name())
	os.Chdir("/")
}

func TestOne(t *testing.T) { look(t) }
func TestTwo(t *testing.T) { look(t) }
END
cd pkg || exit 1
wants 0 "$GOL" test -v .
wants 0 "$GOL" test --fuzz 5 -v .
wants 0 "$GOL" test --check -v .
finish
