# debug.ReadBuildInfo: the program's path, its module and those of the packages that it imports.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/sub m/other/in vendored/vendor/example.com/dep
program m/go.mod << 'END'
module example.com/m

go 1.21

require (
	example.com/other v1.2.3
	example.com/unused v1.0.0
)

replace example.com/other => ./other
END
echo 'module example.com/other' > m/other/go.mod
printf 'package in\n\nfunc F() {}\n' > m/other/in/in.go
program m/main.go << 'END'
package main

import (
	"fmt"
	"runtime/debug"

	"example.com/other/in"
)

func main() {
	in.F()
	info, ok := debug.ReadBuildInfo()
	fmt.Println(ok)
	if ok {
		fmt.Print(info)
	}
}
END
printf 'package main\n\nimport "testing"\n\nfunc TestMain_(t *testing.T) { main() }\n' > m/main_test.go
program m/sub/sub_test.go << 'END'
package sub

import (
	"fmt"
	"runtime/debug"
	"testing"
)

func TestInfo(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	fmt.Printf("%t %q %q %d\n", ok, info.Path, info.Main.Path, len(info.Deps))
}
END
cd m || exit 1
printf 'path\texample.com/m\nmod\texample.com/m\t(devel)\t\n' > want
printf 'dep\texample.com/other\tv1.2.3\n=>\t./other\t(devel)\t\n' >> want
wants 0 "$GOL" run .
grep -E '^(path|mod|dep|=>)' out > lines
same want lines
matches out '^true$'
matches out '^build	GOOS=linux$'
wants 0 "$GOL" test -v .
grep -E '^(path|mod|dep|=>)' out > lines
same want lines
wants 0 "$GOL" build -tags slow -o ../program .
# Of tests of a package that is no program the go command tells nothing.
wants 0 "$GOL" test -v ./sub
matches out '^true "" "" 0$'
wants 0 "$GOL" run main.go
matches out '^path	command-line-arguments$'
lacks out '^mod	'
cp want ..
cd ..
wants 0 ./program
grep -E '^(path|mod|dep|=>)' out > lines
same want lines
matches out '^build	-tags=slow$'

# A vendored module has a version and no sum; without a module there is nothing to find.
sed -e 's,example.com/other/in,example.com/dep,' -e 's/in\.F/dep.F/' m/main.go > vendored/main.go
printf 'package dep\n\nfunc F() {}\n' > vendored/vendor/example.com/dep/dep.go
printf 'module example.com/v\n\ngo 1.21\n\nrequire example.com/dep v0.9.0\n' > vendored/go.mod
printf '# example.com/dep v0.9.0\n## explicit\nexample.com/dep\n' > vendored/vendor/modules.txt
printf 'example.com/dep v0.9.0 h1:sum=\n' > vendored/go.sum
wants 0 "$GOL" run ./vendored
matches out '^dep	example.com/dep	v0.9.0	$'
sed -e '/example.com/d' -e '/in\.F/d' m/main.go > alone.go
wants 0 "$GOL" run alone.go
matches out '^false$'
finish
