# gol vet --checks: in tests/vet/check each line that is wrong says "// vet: CHECKS", and nothing else is reported.
. "$ROOT/tests/cli/lib.sh"

for file in "$ROOT"/tests/vet/check/*.gol; do
    # shellcheck disable=SC2046 # words of the line
    timeout 20 "$GOL" vet --json --checks all,-race $(sed -n 's|^// args: ||p' "$file") "$file" > out 2> err
    status=$?
    sed -n 's/,"notes":.*//; s/.*"check":"\([^"]*\)".*"line":\([0-9]*\),.*/\2 \1/p' out | sort -u > found
    awk '{ n = split($0, part, "// vet: "); if (n > 1) { k = split(part[2], name, " ");
        for (i = 1; i <= k; i++) print NR, name[i] } }' "$file" | sort -u > wanted
    cmp -s found wanted || bad "$file: found (<), wanted (>)" "$(diff found wanted)" "$(head -n 3 err)"
    [ -s wanted ] && [ $status = 0 ] && bad "$file: status 0"
    [ -s wanted ] || [ $status = 0 ] || bad "$file: status $status"
done

# What is sure is an error, and the rest a warning; each names its check.
check=$ROOT/tests/vet/check
wants 2 "$GOL" vet --checks closed "$check/closed.gol"
matches out 'closed.gol:9:2: error: closes a channel that is closed already \[closed\]$'
matches out '^.*closed.gol:7:1: note: it is closed here$'
matches out '^3 other errors, 0 warnings$'
wants 3 "$GOL" vet --checks copylocks "$check/copylocks.gol"
matches out 'copylocks.gol:13:16: warning: byValue passes lock by value: main.Safe contains sync.Mutex \[copylocks\]$'
wants 0 "$GOL" vet --checks all,-race,-copylocks "$check/copylocks.gol"
wants 0 "$GOL" help checks
matches out '^  lock-order '

# Test files, own and external ones, also without a test to run; what the package has is printed once.
mkdir -p shop && printf 'module shop\n\ngo 1.19\n' > shop/go.mod
cat > shop/shop.go << 'END'
package shop

import "fmt"

type Cart struct{ Items int }

func (c *Cart) Add(n int) { c.Items += n; fmt.Sprint(n) } // vet: unusedresult
END
cat > shop/shop_test.go << 'END'
package shop

import "testing"

func Testadd(t *testing.T)  {} // vet: tests
func Testing(n int)         {}
func TestÄdd(t *testing.T)  {}
func Fuzzy(f *testing.F)    {} // vet: tests
func ExampleCart()          {}
func ExampleCart_Add()      {}
func ExampleCart_Items()    {}
func ExampleCart_Remove()   {} // vet: tests
func ExampleCart_add()      {}
func ExampleCart_Add_twice() {}
func ExampleCart_Add_Twice() {} // vet: tests
func ExampleShelf()         {} // vet: tests
func ExampleCart_many() int { return 1 } // vet: tests
func Example_suffix()       {}
func Example_Suffix()       {} // vet: tests
func Example() {
	// Output: 1 // vet: tests
	println(1)
	// nothing else
}
func Example_last() {
	// prints
	println("// Output: 2")
	// Output: 3
}

func FuzzAdd(f *testing.F) {
	f.Add(1, "a")
	f.Add(1)      // vet: tests
	f.Add("a", 1) // vet: tests
	f.Add(1, 1)   // vet: tests
	f.Fuzz(func(t *testing.T, n int, s string) {
		f.Log(n) // vet: tests
	})
}
func FuzzNot(f *testing.F) {
	f.Fuzz(func(t *testing.T, m map[string]int) {}) // vet: tests
}
END
cat > shop/outer_test.go << 'END'
package shop_test

import "shop"

func ExampleCart()   { _ = shop.Cart{1} } // as the package itself may
func ExampleCard()   {} // vet: tests
END
printf '// +build one\n// +build two,!!x,a-b\n\n//go:build one\n\n// +builder\n// go:build two\n// +build late\npackage shop\n\n//go:build later\nvar s = `\n// +build text\n`\n' > shop/tags.go
printf '//go:build !never && (one || two)\n// +build !never\n// +build one two\n\n// Package shop is built, or not.\npackage shop\n' > shop/agree.go
printf '//go:build one\n// +build two\n\npackage shop\n' > shop/differ.go
printf '//go:build ignore\n\npackage main\n' > shop/a.go
printf '//go:build never\n\npackage shop\n\nfunc g(n int) { n = n; for { break }; println() }\n' > shop/never.go # not built
cat > wanted << 'END'
differ.go 2 buildtag
outer_test.go 6 tests
shop.go 7 unusedresult
tags.go 2 buildtag
tags.go 6 buildtag
tags.go 7 buildtag
tags.go 8 buildtag
tags.go 11 buildtag
END
awk '/vet: tests/ { print "shop_test.go", FNR, "tests" }' shop/shop_test.go >> wanted
"$GOL" vet -C shop --json --checks all,-race . > out 2> err
sed -n 's/,"notes":.*//; s/.*"check":"\([^"]*\)".*"file":"\([^"]*\)","line":\([0-9]*\),.*/\2 \3 \1/p' out | sort -u > found
sort wanted > sorted
cmp -s found sorted || bad "test files: found (<), wanted (>)" "$(diff found sorted)" "$(head -n 3 err)"

# The flags of go vet: those that are named, or all but those; what is no check of go vet is no flag.
"$GOL" vet -C shop -tests . > out 2> err
matches out '\[tests\]' && lacks out 'unusedresult'
"$GOL" vet -C shop --json -tests=false -unusedresult=0 -buildtags=false . > out 2> err
lacks out '"check"'
"$GOL" vet -C shop -methods -unusedresult=true . > out 2> err
matches out '\[unusedresult\]' && lacks out '\[tests\]'
wants 1 "$GOL" vet -C shop -tests=maybe .
"$GOL" vet -C shop -unsafeptr=false -tests . > out 2> err # of assembly, cgo and the like: not looked at
matches out '\[tests\]'
wants 1 "$GOL" vet -C shop -lock-order .
printf 'package shop\n\nfunc Warn(n int, what ...any) {}\n\nfunc f() { Warn(1, "%%d", 2) }\n' > shop/warn.go
"$GOL" vet -C shop -printf --printf.funcs Warn,Warnf . > out 2> err
matches out 'shop.Warn call has possible formatting directive %d'
rm shop/warn.go

# The shape of a race that has a name.
"$GOL" vet "$ROOT/tests/vet/double_check_racy.gol" > out
matches out '^  shape  a double-checked lock: the first check is made without it$'
"$GOL" vet --json "$ROOT/tests/vet/double_check_racy.gol" > out
[ "$(grep -c '"shape":"a double-checked lock' out)" = 1 ] || bad "one pair has a shape" "$(cat out)"
finish
