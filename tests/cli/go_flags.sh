# The build flags of the go command, -ldflags -X, what gol install writes and what go itself is asked for.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/tool m/lib bin && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
program lib/lib.go << 'END'
package lib

var Version, Commit string
var Name = ("a" + "b")
var Taken = func() string { return "computed" }()
var Number = 3
var Typed T = "t"

type T string
END
program lib/lib_test.go << 'END'
package lib

import (
	"fmt"
	"testing"
)

func TestX(t *testing.T) { fmt.Println("version:", Version) }
END
program tool/main.go << 'END'
package main

import (
	"fmt"

	"example.com/m/lib"
)

var (
	version = "dev"
	built   string
)

func main() { fmt.Println(version, built, lib.Version, lib.Commit, lib.Name, lib.Taken, lib.Number, lib.Typed) }
END
wants 0 "$GOL" run -trimpath -v -x -buildvcs=false -mod=mod -gcflags=all=-N -p 2 ./tool
echo 'dev    ab computed 3 t' > want
same want out
flags="-s -w -X main.version=1.2 -X 'main.built=Fri 13' -X=example.com/m/lib.Commit=c0ffee"
flags="$flags -X example.com/m/lib.Name=n -X example.com/m/lib.Taken=no -X example.com/m/lib.Number=4 -X example.com/m/lib.Typed=no"
echo '1.2 Fri 13  c0ffee n computed 3 t' > want
wants 0 "$GOL" run -ldflags "$flags" ./tool
same want out
wants 0 "$GOL" build -ldflags="$flags" -o ../bin/x ./tool
wants 0 ../bin/x
same want out
wants 0 "$GOL" test -v -ldflags '-X example.com/m/lib.Version=7' ./lib
matches out '^version: 7$'

# Programs go where go install writes them, made by gol.
GOBIN=$PWD/../bin/made/here wants 0 "$GOL" install -ldflags "$flags" ./...
wants 0 ../bin/made/here/tool
same want out
[ ! -e ../bin/made/here/lib ] || bad 'what is no program is installed'
GOPATH=$PWD/../bin/path wants 0 "$GOL" install ./tool
wants 0 ../bin/path/bin/tool
GOBIN=$PWD/../bin/made/here wants 1 "$GOL" install example.com/x@latest
matches err 'go install downloads versions, gol does not$'

# Commands that change modules are the go command's, which gol becomes if there is one.
program ../bin/go << 'END'
#!/bin/sh
echo "go: $*"
exit 5
END
chmod +x ../bin/go
for command in mod work get generate clean tool fix; do
    PATH=$PWD/../bin:$PATH wants 5 "$GOL" $command -x ./...
    matches out "^go: $command -x \./\.\.\.\$"
done
PATH=/nonexistent wants 1 "$GOL" generate
matches err '^gol: there is no command "generate": that is for go generate; gol reads what it leaves$'

finish
