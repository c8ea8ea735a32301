# The text of a panic, by the kind of the value: numbers as print shows them, with the type if it has a name.
. "$ROOT/tests/cli/lib.sh"
program value.go << 'EOF'
package main

import "os"

type wide complex128
type narrow complex64
type truth bool
type small uint8
type part float32
type word uintptr
type title string
type bad struct{}

func (bad) Error() string { panic("no text") }

func main() {
	panic(map[string]any{
		"complex128": complex(1, -2), "complex64": complex64(complex(1, -2)), "wide": wide(complex(0, 3)), "narrow": narrow(1),
		"bool": true, "truth": truth(false), "small": small(200), "part": part(0.25), "float32": float32(-2), "word": word(16),
		"rune": 'a', "int8": int8(-3), "uint64": uint64(1) << 63, "bad": bad{},
		"title": title("one\ntwo\x00"),
	}[os.Args[1]])
}
EOF
for kind in complex128 complex64 wide narrow bool truth small part float32 word rune int8 uint64 bad; do
    "$GOL" run value.go "$kind" 2>&1 < /dev/null | sed '/^$/,$d'
done
# Lines after the first are indented since Go 1.23.
for go in 1.22 1.23; do
    "$GOL" run --go $go value.go title 2>&1 < /dev/null | sed '/^$/,$d' | tr '\0' 0
done
