# Names of subtests as the go command has them: in one word, printable, and each only once.
. "$ROOT/tests/cli/lib.sh"
program names_test.go << 'END'
package names

import "testing"

func TestNames(t *testing.T) {
	for _, name := range []string{"a", "a", "a#01", "a#01", "a", "b#01", "b", "b", "", "", "#00", "c#1", "c", "c",
		"c#001", "x\x01\u00a0\u200b\u00e9\v", "e#00", "e", "e", "f#-1"} {
		t.Run(name, func(t *testing.T) {})
	}
}
END
wants 0 "$GOL" test -v --fuzz 0 .
sed -n 's/^    --- PASS: TestNames\/\(.*\) (.*/\1/p' out > names
cat > want << 'END'
a
a#01
a#01#01
a#01#02
a#02
b#01
b
b#02
#00
#01
#00#01
c#1
c
c#01
c#001
x\x01_\u200bé_
e#00
e
e#01
f#-1
END
same want names
finish
