# gol fmt: what gofmt makes of Go files, and the same for scripts.
. "$ROOT/tests/cli/lib.sh"
program ugly.go << 'END'
package  a
import ("os";"fmt")
// F does it:
//  * so
func  F( ){x:=[]T{T{1,2}};fmt.Println( os.Args,x )
}
type T struct{a int;longer  string}
END
program fine.go << 'END'
package a
END
cp ugly.go old.go.txt
cat > want.go << 'END'
package a

import (
	"fmt"
	"os"
)

// F does it:
//   - so
func F() {
	x := []T{T{1, 2}}
	fmt.Println(os.Args, x)
}

type T struct {
	a      int
	longer string
}
END
program want.gol << 'END'
#!/usr/bin/env -S gol run
// A script.

import "fmt"

x := 1  // one
yy := 2 // two
// doc
func (t T) f(a int) int { return a + x }

type T struct {
	a  int
	bb string
}

func() { fmt.Println(yy) }()
for i := range 3 {
	fmt.Println(T{}.f(i))
}
func g[P any](p P) { _ = p }
g(1)

g(2) // end
END
program ugly.gol << 'END'
#!/usr/bin/env -S gol run
// A script.



import   "fmt"

x:=1   // one
yy  := 2    // two
// doc
func  (t T) f( a int)int{return a+x}

type T struct{ a int; bb  string }
func(){ fmt.Println(yy) }()
for i:=range 3{ fmt.Println( T{}.f(i) ) }
func g[P any]( p P ) { _=p }
g(1)

g(2)// end
END
# Kept as they are: whether two parts stand apart is the writer's choice.
sed -i '/^	bb string/,/^func() {/{/^$/d}' want.gol

wants 0 "$GOL" fmt -l .
printf 'ugly.go\nugly.gol\n' > list
grep -v '^want' out | diff list - > /dev/null || bad "-l lists others: $(cat out)"
same ugly.go old.go.txt
wants 0 "$GOL" fmt -d ugly.go
matches out '^-package  a$'
matches out '^\+package a$'
wants 0 "$GOL" fmt ugly.go ugly.gol
same want.go ugly.go
same want.gol ugly.gol
wants 0 "$GOL" fmt ugly.go ugly.gol
[ ! -s out ] || bad "what is formatted changes: $(cat out)"
wants 0 "$GOL" fmt -s ugly.go
matches ugly.go 'T\{\{1, 2\}\}'
wants 0 "$GOL" fmt -r 'F -> G' ugly.go
matches ugly.go '^func G'
"$GOL" fmt - < old.go.txt | cmp -s - want.go || bad "standard input"
[ "$(printf 'x:=1;y  :=2' | "$GOL" fmt -)" = "$(printf 'x := 1\ny := 2')" ] || bad "a fragment"

# Modes stay, errors have their places, patterns are those of other commands.
chmod 600 ugly.go
mkdir -p sub/testdata
printf 'module example.com/m\n' > go.mod
printf 'package  s\n' > sub/s.go
printf 'package  s\n' > sub/s_windows.go
printf 'package  s\n' > sub/testdata/s.go
wants 0 "$GOL" fmt ./...
printf 'sub/s.go\nsub/s_windows.go\n' > list
same list out
wants 0 "$GOL" fmt -r 'G -> F' ugly.go
[ "$(stat -c %a ugly.go)" = 600 ] || bad "the mode has changed"
printf 'package a\n\nfunc f( {\n' > bad.go
printf 'x := 1\nfunc f() {}\n\ny := (2\n' > bad.gol
wants 1 "$GOL" fmt .
matches err '^bad.go:3:9: expected'
matches err '^bad.gol:4:8: expected'
wants 1 "$GOL" fmt nothing_here
matches err '^gol fmt: nothing_here'
# -n: what would run.
printf 'package p\nfunc  F( ) {}\n' > n.go
cp n.go before.go.txt
wants 0 "$GOL" fmt -n ./n.go
echo 'gofmt -l -w n.go' > want
same want out
same before.go.txt n.go
wants 0 "$GOL" fmt -mod=mod ./n.go
echo n.go > want
same want out
finish
