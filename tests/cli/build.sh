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
finish
