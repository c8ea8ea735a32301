# gol build: a program as one executable.
. "$ROOT/tests/cli/lib.sh"
mkdir -p src/calc src/cmd/web/data elsewhere
cd src || exit 1
program go.mod << 'END'
module example.com/m

go 1.20
END
program calc/calc.go << 'END'
package calc

func Add(a, b int) int { return a + b }
END
echo first > cmd/web/data/a.txt
echo second > cmd/web/data/b.txt
program cmd/web/main.go << 'END'
package main

import (
	"embed"
	_ "embed"
	"fmt"
	"os"

	"example.com/m/calc"
)

//go:embed data/a.txt
var text string

//go:embed data
var files embed.FS

func main() {
	list, _ := files.ReadDir("data")
	fmt.Print(text, len(list), " ", calc.Add(1, 2), " ", os.Args[1:], "\n")
	var last *int
	for i := 0; i < 2; i++ { // one variable for the loop: this is Go 1.20
		last = &i
	}
	shared, done := *last, make(chan bool)
	go func() { shared++; done <- true }()
	if len(os.Args) > 1 {
		shared++
	}
	<-done
	if shared == 3 {
		os.Exit(7)
	}
}
END
program other_test.go << 'END'
package m
END
wants 0 "$GOL" build -o ../elsewhere/web ./cmd/web
[ ! -s out ] && [ ! -s err ] || bad "a build says something" "$(cat out err)"
mv ../elsewhere/web ..
cd ..
rm -r src
cd elsewhere || exit 1
wants 7 ../web
printf 'first\n2 3 []\n' > want
same want out
wants 66 ../web 'a b'
matches out '\[a b\]'
matches err 'cmd/web/main.go:[0-9]+:'
command=$(sed -n 's/^replay: //p' err)
[ "$command" = "../web 'a b'" ] || bad "replay: $command"
GOLFLAGS="--seed 3 --quiet" wants 66 ../web x
lacks err race
GOLFLAGS="--seed 3" wants 66 ../web x
eval "$(sed -n 's/^replay: //p' err)" > again_out 2> again_err
[ $? = 66 ] && same out again_out || bad "the replay command does something else"
GOLFLAGS="--nonsense" wants 1 ../web
cd ..

# Flags that it is built with hold when it runs; scripts can be built, packages are only compiled.
racy_program
wants 0 "$GOL" build --detector none racy.gol
wants 0 ./racy
wants 0 "$GOL" build racy.gol
wants 66 ./racy
mkdir -p p dir
echo 'package p' > p/p.go
wants 0 "$GOL" build ./p
[ ! -f p/p ] || bad "a package was written"
echo 'package p; var x int = ""' > p/p.go
wants 1 "$GOL" build ./p
matches err 'p/p.go:1'
wants 0 "$GOL" build -o dir racy.gol
[ -x dir/racy ] || bad "-o DIR"
wants 0 "$GOL" build -ldflags -s -trimpath -o dir/ racy.gol
wants 1 "$GOL" build racy.gol racy.gol
wants 1 "$GOL" build -o no/such racy.gol

# gol test -c and -o: the tests of a package, its own and the external ones.
mkdir -p t/a
printf 'module example.com/t\n' > t/go.mod
printf 'package a\n\nfunc One() int { return 1 }\n' > t/a/a.go
program t/a/a_test.go << 'END'
package a

import "testing"

func TestOwn(t *testing.T) {
	if One() != 1 {
		t.Fatal()
	}
}

var shared int

func TestRace(t *testing.T) {
	done := make(chan bool)
	go func() { shared++; done <- true }()
	shared++
	<-done
}
END
program t/a/x_test.go << 'END'
package a_test

import (
	"testing"

	"example.com/t/a"
)

func TestExternal(t *testing.T) { t.Log(a.One()) }
END
cd t || exit 1
wants 0 "$GOL" test -c ./a
[ ! -s out ] || bad "-c runs tests"
wants 66 "$GOL" test -o b.test ./a
mv a.test b.test ..
rm -r a
cd ..
for program in ./a.test ./b.test; do
    wants 0 $program -test.v -test.run 'Own|Ext'
    matches out '^--- PASS: TestOwn'
    matches out '^--- PASS: TestExternal'
    matches out '^ok  	example.com/t/a	'
done
wants 66 ./a.test -run Race
said
command=$(sed -n 's/^replay: //p' said)
matches said "^replay: ./a.test -run '.TestRace.'"
eval "wants 66 $command"
mkdir -p u/a u/b
printf 'module example.com/u\n' > u/go.mod
for p in a b; do printf "package $p\n" | tee u/$p/x_test.go > u/$p/x.go; done
wants 1 "$GOL" test -C u -c -o file ./...
wants 1 "$GOL" test -C u -c ./a/x_test.go
wants 0 "$GOL" test -C u -c -o ./ ./...
[ -x u/a.test ] && [ -x u/b.test ] || bad "-c of several packages"

# Several packages are compiled only, but for a directory.
cd u && mkdir -p cmd/one cmd/two bin tests && rm -f a.test b.test
for p in one two; do printf 'package main\n\nfunc main() { println("%s") }\n' $p > cmd/$p/main.go; done
echo 'package tests' > tests/x_test.go
ls > ../before
wants 0 "$GOL" build ./...
rm -f out err
ls > ../after
same ../before ../after
wants 1 "$GOL" build -o one ./...
matches err 'must be a directory'
wants 0 "$GOL" build -o bin ./cmd/... ./a
echo 'one two' > want
echo $(ls bin) > got
same want got
wants 0 bin/two
matches err '^two$'
wants 1 "$GOL" build ./nothing/...
echo 'func f() { x := 1 }' >> a/x.go
wants 1 "$GOL" build ./...
matches err 'x.go:2:'
finish
