# Any program can be loaded, and a session saved.
. "$ROOT/tests/cli/lib.sh"
mkdir -p mod/sub
printf 'module example.com/m\n\ngo 1.22\n' > mod/go.mod
printf 'package sub\n\nfunc Twice(n int) int { return 2 * n }\n' > mod/sub/sub.go
program mod/main.go << 'EOF'
package main

import (
	"fmt"
	str "strings"

	"example.com/m/sub"
)

var total = first + 1
var first = sub.Twice(20)

func main() { fmt.Println(str.ToUpper("main"), total, helper()) }
EOF
printf 'package main\n\nfunc helper() string { return "helped" }\n' > mod/helper.go
printf 'x := 7\nfunc double() int { return 2 * x }\nfmt.Println("script", double())\n' > script.gol
printf 'package main\n\nfunc main() { undefined() }\n' > broken.go

printf 'kept := 5\n:load broken.go\nkept\n:load script.gol\nx + kept\n:load mod\nmain()\ntotal\nstr.Repeat("ab", 2)\nkept\n:load nosuch.go\n:save s.gol\n' |
    "$GOL" repl > out 2> err
matches err 'broken.go:3:15: error: undefined: undefined'
matches out '^5 +int$'
matches out '^script 14$'
matches out '^12 +int$'
matches out '^MAIN 41 helped$'
matches out '^41 +int$'
matches out '^"abab" +string$'
matches err 'undefined: kept'
matches out 'cannot read nosuch.go: No such file'
matches out 'the session began with mod'
"$GOL" repl mod > out 2> err <<< 'first'
matches out '^40 +int$'

printf 'x := 4\nfunc sq(n int) int {\n\n\treturn n * n\n}\nsq(x) // squared\nnosuch\nfmt.Sprint("a")\n:save s.gol\n' |
    "$GOL" repl > out 2> err
matches out '^saved; gol run s.gol runs it$'
wants 0 "$GOL" run s.gol
printf '16\na\n' > want
same out want
printf 'x := 4\nx := 5\n:save s.gol\n:save\n:save /nosuch/s.gol\n' | "$GOL" repl > out 2> err
matches out '^saved, but it needs a change'
matches out '^:save needs the name of a file'
matches out '^cannot write /nosuch/s.gol: No such file'
finish
