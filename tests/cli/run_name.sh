# os.Args[0] under gol run is the name that the go command would give the executable, whatever names
# the program on the command line; of a script it is the path.
. "$ROOT/tests/cli/lib.sh"
program named.go << 'END'
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	path, err := os.Executable()
	fmt.Println(filepath.Base(os.Args[0]), os.Args[1:], filepath.IsAbs(os.Args[0]), path == os.Args[0], err)
}
END
mkdir -p m/tool && cp named.go m/main.go && cp named.go m/tool/x.go
printf 'module example.com/m/v2\n\ngo 1.21\n' > m/go.mod
expect()
{
    local wanted=$1
    shift
    wants 0 "$@"
    [ "$(cat out)" = "$wanted true true <nil>" ] || bad "$* prints $(cat out)"
}
expect 'named [a b]' "$GOL" run named.go a b
cd m || exit 1
expect 'm []' "$GOL" run .
expect 'tool [x]' "$GOL" run ./tool x
cd ..
printf 'import "os"\nprintln(os.Args[0])\n' > script.gol
wants 0 "$GOL" run script.gol
[ "$(cat err)" = script.gol ] || bad "script: $(cat err)"
finish
