# What frameworks of tests find: the stack of the goroutine that waits for a test, testing.MainStart and
# testing.Main.
. "$ROOT/tests/cli/lib.sh"
mkdir m && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod

# Tools that look for leaks know the goroutine that runs the tests by the function on top.
program stack_test.go << 'END'
package m

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestStack(t *testing.T) {
	text := make([]byte, 1<<16)
	text = text[:runtime.Stack(text, true)]
	for _, stack := range strings.Split(string(text), "\n\n") {
		if strings.HasPrefix(stack, "goroutine 1 ") {
			lines := strings.SplitN(stack, "\n", 3)
			fmt.Println(lines[0], lines[1])
		}
	}
}
END
wants 0 "$GOL" test -v .
matches out '^goroutine 1 \[chan receive\]: testing\.\(\*T\)\.Run\('

# A main function of tests that a program makes itself. Go asks for more methods than are used here.
mkdir own
program own/own.go << 'END'
package main

import (
	"fmt"
	"os"
	"regexp"
	"testing"
)

type deps struct{}

func (deps) MatchString(pat, str string) (bool, error) { return regexp.MatchString(pat, str) }

func main() {
	tests := []testing.InternalTest{
		{"TestGood", func(t *testing.T) { fmt.Println("good", t.Name()) }},
		{"TestBad", func(t *testing.T) { t.Error("bad") }},
	}
	os.Args = append(os.Args, "-test.run=TestGood")
	fmt.Println(testing.MainStart(deps{}, tests, nil, nil, nil).Run())
}
END
wants 0 "$GOL" run ./own
printf '%s\n' 'good TestGood' 0 > want
same want out

# testing.Main ends the program.
mkdir -p old && program old/main.go << 'END'
package main

import (
	"fmt"
	"os"
	"regexp"
	"testing"
)

func main() {
	tests := []testing.InternalTest{
		{"TestGood", func(t *testing.T) { fmt.Println("good", t.Name()) }},
		{"TestBad", func(t *testing.T) { t.Error("bad") }},
	}
	os.Args = append(os.Args, "-test.run=TestBad")
	testing.Main(regexp.MatchString, tests, nil, nil)
	fmt.Println("went on")
}
END
wants 1 "$GOL" run ./old
printf '%s\n' '--- FAIL: TestBad (0.00s)' '    main.go:13: bad' > want
same want out
finish
