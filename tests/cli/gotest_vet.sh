# gol test -vet: like go test it does not run tests of a package in which certain checks of gol vet find something.
. "$ROOT/tests/cli/lib.sh"

mkdir p && cd p || exit 1
printf 'module p\n\ngo 1.19\n' > go.mod
program p.go << 'END'
package p

import "fmt"

func Show(n int) { fmt.Printf("%s\n", n) }
func Copy(s []int) { s[0] = s[0] }
END
program p_test.go << 'END'
package p

import "testing"

func TestShow(t *testing.T)     { Copy([]int{1}) }
func Testing_nothing(t *testing.T) { t.Fatal("no test: a small letter") }
func Exampleshow() {}
END
wants 1 "$GOL" test .
matches err 'p.go:5:20: error: fmt.Printf format %s has arg n of wrong type int \[printf\]$'
lacks err 'assign|tests'
matches out '^FAIL	p \[build failed\]$'
wants 0 "$GOL" test -vet=off .
wants 0 "$GOL" test -vet=nilfunc,atomic .
wants 1 "$GOL" test -vet=assign .
matches err 'p.go:6:22: error: self-assignment of s\[0\] to s\[0\] \[assign\]$'
lacks err 'printf'
wants 1 "$GOL" test -vet all .
matches err '\[printf\]$'
matches err '\[assign\]$'
wants 1 "$GOL" test -vet=luck .
matches err 'there is no check "luck"'

# Names of tests and examples count since Go 1.24.
sed -i 's/%s/%d/' p.go
wants 0 "$GOL" test .
sed -i 's/1.19/1.24/' go.mod
wants 1 "$GOL" test .
matches err 'p_test.go:7:6: error: Exampleshow refers to unknown identifier: show \[tests\]$'

# External tests are looked at, too.
rm p_test.go
program p_x_test.go << 'END'
package p_test

import (
	"fmt"
	"testing"
)

func TestShow(t *testing.T) { fmt.Println("%d", 1) }
END
wants 1 "$GOL" test .
matches err 'p_x_test.go:8:31: error: fmt.Println call has possible formatting directive %d \[printf\]$'
finish
