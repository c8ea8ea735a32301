# Races that are hidden are counted, and do not make the run fail.
. "$ROOT/tests/cli/lib.sh"
program racy.go << 'END'
package main

import "time"

var a, b, c int

//gol:norace counted on purpose
func sloppy() {
	b++
}

func main() {
	go func() { a++ }()
	a++ //gol:norace known, harmless
	go sloppy()
	b++
	go func() { c++ }()
	c++
	time.Sleep(1)
}
END
wants 66 "$GOL" run racy.go
matches err 'race: .* on c'
matches err 'not shown: 2 by //gol:norace, 0 by --suppress'
printf '# the known ones\nmain.nothing\n*.c # a reason\nc\n' > known
wants 0 "$GOL" run --suppress known racy.go
matches err 'not shown: 2 by //gol:norace, 1 by --suppress'
lacks err 'reported above'
wants 66 "$GOL" run --json racy.go
matches out '"verdict":"race","races":1,"hidden":2,'
wants 0 "$GOL" check --json --suppress known racy.go
matches out '"verdict":"clean","findings":0,"hidden":[1-9]'
wants 1 "$GOL" run --suppress missing racy.go
matches err 'missing'
wants 66 "$GOL" run --sarif races.sarif racy.go
grep -q '"version":.*"2.1.0"' races.sarif || bad "no SARIF log"
grep -q '"startLine":.*18' races.sarif || bad "the SARIF log has no line"
grep -q '"text":.*"[a-z ]* on c: [a-z]* by goroutine [0-9]* and' races.sarif ||
    bad "the SARIF log does not say which accesses race"
grep -q '"text":.*"[a-z]* by goroutine [0-9]*; goroutine [0-9]*.s last was' races.sarif ||
    bad "the SARIF log does not say why the accesses are not ordered"
# Exploring hides them too: they are no findings, and are counted once.
for jobs in 1 2; do
    wants 66 "$GOL" fuzz --j $jobs --schedules 2000 --sarif fuzz.sarif racy.go
    matches err 'race: .* on c'
    lacks err '^race: .* on (a|b)'
    grep -q '"startLine":.*18' fuzz.sarif || bad "fuzz: the SARIF log has no line"
    wants 0 "$GOL" fuzz --j $jobs --schedules 2000 --suppress known racy.go
    matches err 'not shown: [1-9][0-9]* by //gol:norace, [1-9][0-9]* by --suppress'
    matches err 'nothing found'
done
wants 0 "$GOL" check --suppress known racy.go
matches err 'not shown: [1-9][0-9]* by //gol:norace, [1-9][0-9]* by --suppress'
wants 1 "$GOL" fuzz --suppress missing racy.go
# The comment is for its function, not for what stands below that; in a string it is none.
program below.gol << 'END'
x, y := 0, ""
//gol:norace
func f() { x = 1 }
go func() { x = 2 }()
x = 3
runtime.Gosched()
END
wants 66 "$GOL" run below.gol
lacks err 'not shown'
# Of methods with one name it is for that of its type.
program methods.go << 'END'
package main

import "runtime"

type a struct{ n int }
type b struct{ n int }

//gol:norace
func (x *a) touch() { x.n++ }

func (x *b) touch() { x.n++ }

func main() {
	x, y := new(a), new(b)
	go x.touch()
	x.touch()
	runtime.Gosched()
	if len(y.name()) > 1 {
		go y.touch()
		y.touch()
		runtime.Gosched()
	}
}

func (x *b) name() string { return "yy" }
END
wants 66 "$GOL" run methods.go
matches err 'not shown: 1 by //gol:norace'
matches err 'methods.go:11'
lacks err 'methods.go:9'
program string.gol << 'END'
y := ""
go func() { y = "//gol:norace" }()
y = `//gol:norace`
runtime.Gosched()
END
wants 66 "$GOL" run string.gol
program methods.go << 'END'
package main

type set[T any] struct{ n int }

//gol:norace
func (s *set[T]) add() { func() { s.n++ }() }

func main() {
	s, done := &set[int]{}, make(chan bool)
	go func() {
		s.add()
		done <- true
	}()
	s.add()
	<-done
}
END
wants 0 "$GOL" run methods.go
matches err 'not shown: 1 by //gol:norace'
# Names of files are URIs there.
cp racy.go 'a b%c.go'
wants 66 "$GOL" run --sarif races.sarif 'a b%c.go'
grep -q '"uri":.*"a%20b%25c.go"' races.sarif || bad "the SARIF log has no URI"
# Columns are counted in characters there.
printf 'größe := 0\ngo func() { s := "äöü😀"; _ = s; größe = 1 }()\ngröße = 2\nruntime.Gosched()\n' > letters.gol
wants 66 "$GOL" run --sarif races.sarif letters.gol
grep -q '"startColumn":.*33' races.sarif && grep -q '"endColumn":.*38' races.sarif ||
    bad "the SARIF log has other columns"
# A lockset warning is no race.
wants 0 "$GOL" run --detector lockset --suppress known racy.go
program locks.go << 'END'
package main

import "sync"

var mu sync.Mutex
var good, bad int

func main() {
	done := make(chan bool)
	for i := 0; i < 2; i++ {
		go func() {
			mu.Lock()
			good++
			mu.Unlock()
			bad++
			done <- true
		}()
		<-done
	}
}
END
wants 0 "$GOL" run --detector lockset locks.go
matches err 'warning: no lock protects every access to (main[.])?bad'
finish
