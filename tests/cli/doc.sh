# gol doc: documentation of packages and symbols.
. "$ROOT/tests/cli/lib.sh"
mkdir -p calc deep/er tmp
printf 'module example.com/m\n' > go.mod
program calc/calc.go << 'END'
// Package calc adds.
//
//   - a list
package calc

// Max is the most.
const Max = 7

// T is a type.
type T struct {
	A int // a field
	b int
}

// Add adds n.
func (t *T) Add(n int) { t.A += n }

// New makes one.
func New() *T { return &T{} }

func hidden() {}
END
echo 'package er; func F() {}' > deep/er/er.go
export TMPDIR=$PWD/tmp GOROOT=$PWD/none
shows_all() { local text; for text in "$@"; do matches out "$text"; done; }
wants 0 "$GOL" doc ./calc
shows_all '^package calc // import "example.com/m/calc"$' '^Package calc adds.$' '^  - a list$' '^const Max = 7$' '^type T struct\{ ... \}$' '^    func New\(\) \*T$'
lacks out hidden
wants 0 "$GOL" doc -C calc T.Add
shows_all '^func \(t \*T\) Add\(n int\)$' '^    Add adds n.$'
cp out by_name
wants 0 "$GOL" doc -C calc T.Add
for words in './calc T.Add' 'example.com/m/calc.T.Add' 'example.com/m/calc T.Add' './calc.T.Add'; do
    wants 0 "$GOL" doc $words
    same by_name out
done
wants 0 "$GOL" doc -u ./calc
matches out '^func hidden'
wants 0 "$GOL" doc -src ./calc.New
matches out 'return &T\{\}'
wants 0 "$GOL" doc -all ./calc
shows_all '^    Max is the most.$' '^CONSTANTS$'
wants 0 "$GOL" doc -short ./calc
lacks out '^package'
wants 0 "$GOL" doc example.com/m/deep/er F
matches out '^func F\(\)$'

# By the last elements of the path, from anywhere in the module; what has a symbol's name is one.
program root.go << 'END'
// Package m is the root.
package m

// calc is no package.
func Calc() {}
END
for words in 'calc T.Add' calc.T.Add 'm/calc T.Add' m/calc.T.Add; do
    wants 0 "$GOL" doc -C deep/er $words
    same by_name out
done
wants 0 "$GOL" doc -C deep/er m
matches out '^package m // import "example.com/m"$'
wants 0 "$GOL" doc
matches out '^Package m is the root.$'
wants 0 "$GOL" doc Calc
matches out '^func Calc\(\)$'
wants 0 "$GOL" doc deep/er.F
mkdir -p go/src/builtin
printf '// Package builtin has it.\npackage builtin\n\n// Really.\nfunc append()\n' > go/src/builtin/builtin.go
wants 0 env GOROOT="$PWD/go" "$GOL" doc builtin.append
matches out '^    Really.$'
rm -r go

# The library, also by the last element of a path.
wants 0 "$GOL" doc strings.Builder
matches out '^func \(b \*Builder\) WriteByte'
wants 0 "$GOL" doc json.Decoder.Decode
matches out '^func \(dec \*Decoder\) Decode\('
wants 0 "$GOL" doc rand.Float64
matches out '^package rand // import "math/rand"$'
wants 0 "$GOL" doc net/http Get
matches out '^func Get\(url string\)'
[ -z "$(ls tmp)" ] || bad "files are left in TMPDIR"

# The case of letters, and the symbols of a command.
wants 0 "$GOL" doc ./calc new
matches out '^func New\(\) \*T$'
wants 1 "$GOL" doc -c ./calc new
matches err 'no symbol new'
mkdir tool
program tool/main.go << 'END'
// Tool runs.
package main

// Run does it.
func Run() {}

func main() {}
END
wants 0 "$GOL" doc ./tool
lacks out Run
wants 0 "$GOL" doc -cmd ./tool
matches out '^func Run\(\)$'

wants 1 "$GOL" doc ./calc Nothing
wants 1 "$GOL" doc no/such/package
wants 1 "$GOL" doc a b c
finish
