# gol run --cover and gol test --cover: statements executed, counted block by block as go test does.
. "$ROOT/tests/cli/lib.sh"
mkdir m && cd m || exit 1
program go.mod << 'END'
module m
go 1.19
END
program m.go << 'END'
package main

import "os"

func sign[N int | float64](n N) string {
	if n > 0 {
		return "+"
	} else if n < 0 {
		return "-"
	}
	return "0"
}

func never() {
	println("never")
}

func main() {
	for i := 0; i < 3; i++ {
		switch i {
		case 1:
			continue
		default:
			func() { i += 0 }()
		}
	}
	println(sign(1), sign(2.5))
	os.Exit(0)
}
END
program m_test.go << 'END'
package main

import "testing"

func TestSign(t *testing.T) { sign(-1) }
func TestZero(t *testing.T) { sign(0) }
END

wants 0 "$GOL" run --cover -coverprofile profile m.go
cat > wanted << 'END'
+ +
m.go:5:	sign	40.0%
m.go:14:	never	0.0%
m.go:18:	main	100.0%
coverage: 69.2% of statements (9 of 13); main called os.Exit
END
same wanted err
cat > wanted << 'END'
mode: count
./m.go:6.2,6.11 1 2
./m.go:7.3,7.13 1 2
./m.go:8.9,8.18 1 0
./m.go:9.3,9.13 1 0
./m.go:11.2,11.12 1 0
./m.go:15.2,15.18 1 0
./m.go:19.2,19.25 1 1
./m.go:20.3,20.12 1 3
./m.go:22.4,22.12 1 1
./m.go:24.4,24.23 1 2
./m.go:24.13,24.19 1 2
./m.go:27.2,28.12 2 1
END
same wanted profile
wants 0 "$GOL" run --cover=summary m.go
matches summary 'main called os.Exit'
lacks err coverage

# the counts of all tests together, test files left out
wants 0 "$GOL" test --cover .
matches out '^ok  	.*	coverage: 30.8% of statements$'


wants 0 "$GOL" test -covermode count -coverprofile profile .
matches profile '^./m.go:6.2,6.11 1 2$'
matches profile '^./m.go:15.2,15.18 1 0$'

# Of several packages: that of the one under test, its own tests and the external ones together.
mkdir -p mod/a mod/b
printf 'module example.com/m\n' > mod/go.mod
program mod/a/a.go << 'END'
package a

import "example.com/m/b"

func One() int { return b.One() }
func Two() int { return 2 }
END
program mod/a/a_test.go << 'END'
package a

import "testing"

func TestOne(t *testing.T) { One(); One() }
END
program mod/a/x_test.go << 'END'
package a_test

import (
	"testing"

	"example.com/m/a"
)

func TestTwo(t *testing.T) { a.Two() }
END
program mod/b/b.go << 'END'
package b

func One() int { return 1 }
func Two() int { return 2 }
END
program mod/b/b_test.go << 'END'
package b

import "testing"

func TestNothing(t *testing.T) {}
END
cd mod || exit 1
wants 0 "$GOL" test -cover ./...
matches out '^ok  	example.com/m/a	.*coverage: 100.0% of statements$'
matches out '^ok  	example.com/m/b	.*coverage: 0.0% of statements$'
wants 0 "$GOL" test -coverpkg=./... ./a
matches out 'coverage: 75.0% of statements in ./...$'
wants 0 "$GOL" test -covermode set -coverprofile p -cover=functions ./...
printf 'mode: set\nexample.com/m/a/a.go:5.18,5.32 1 1\nexample.com/m/a/a.go:6.18,6.26 1 1\nexample.com/m/b/b.go:3.18,3.26 1 0\nexample.com/m/b/b.go:4.18,4.26 1 0\n' > want
same want p
matches functions 'a/a.go:6:	Two	100.0%'
wants 0 "$GOL" test -covermode count -coverprofile p ./a
matches p '^example.com/m/a/a.go:5.18,5.32 1 2$'
# the modes that the go command takes by default
wants 0 "$GOL" test -coverprofile p ./a
[ "$(head -n 1 p)" = 'mode: set' ] || bad "$(head -n 1 p)"
matches p '^example.com/m/a/a.go:5.18,5.32 1 1$'
wants 0 "$GOL" test -race -coverprofile p ./a
[ "$(head -n 1 p)" = 'mode: atomic' ] || bad "$(head -n 1 p)"
matches p '^example.com/m/a/a.go:5.18,5.32 1 2$'
wants 1 "$GOL" test -covermode nonsense ./a
wants 1 "$GOL" test -coverpkg ./nothing ./a
cd ..

program panics.gol << 'END'
fmt.Println("before")
panic("end")
fmt.Println("after")
END
wants 2 "$GOL" run --cover panics.gol
matches err 'coverage: .*; main did not end'
wants 1 "$GOL" run --cover -coverprofile no/such/file m.go
matches err 'gol run: cannot write no/such/file'
finish
