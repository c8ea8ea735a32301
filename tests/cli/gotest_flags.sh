# gol test: the go command's flags, patterns of names, schedules after a pass, faults of go.mod.
. "$ROOT/tests/cli/lib.sh"
program go.mod << 'END'
module example.com/m

go 1.21
END
mkdir a b
program a/a_test.go << 'END'
package a

import (
	"sync"
	"testing"
)

func TestOne(t *testing.T) {
	t.Run("small", func(t *testing.T) {})
	t.Run("large one", func(t *testing.T) {})
}

func TestTwo(t *testing.T)     { t.Run("small", func(t *testing.T) {}) }
func TestThree3(t *testing.T)  {}
func Example_none()             {}
func BenchmarkX(b *testing.B)  { b.Run("s", func(b *testing.B) {}); b.Run("l", func(b *testing.B) {}) }

func TestTogether(t *testing.T) {
	var mu sync.Mutex
	n, done := 0, make(chan bool)
	for i := 0; i < 3; i++ {
		go func() { mu.Lock(); n++; mu.Unlock(); done <- true }()
	}
	for i := 0; i < 3; i++ {
		<-done
	}
}
END
lost_update_test b
# names NAME...: of the tests and subtests that ran, in the output.
names()
{
    sed -n 's/^=== RUN   //p' out > ran
    printf '%s\n' "$@" | diff - ran > difference || bad "ran other tests:" "$(cat difference)"
}

# -run and -skip, as the go command reads them.
wants 0 "$GOL" test -v -run 'One|Two' ./a
names TestOne TestOne/small TestOne/large_one TestTwo TestTwo/small
wants 0 "$GOL" test ./a -v -run 'One/large one|Two/x'
names TestOne TestOne/large_one TestTwo
wants 0 "$GOL" test -v -run '^Test\w+\d$' ./a
names TestThree3
wants 0 "$GOL" test -v -run '(?i:ONE)/(small)' ./a
names TestOne TestOne/small
wants 0 "$GOL" test -v -skip 'Three|One/small|Together' ./a
names TestOne TestOne/large_one TestTwo TestTwo/small
wants 0 "$GOL" test -run none -bench . -skip X/l ./a
matches out '^BenchmarkX/s'
lacks out '^BenchmarkX/l'
wants 0 "$GOL" test -list 'T' -skip T.o ./a
[ "$(head -n 1 out)" = TestOne ] && lacks out TestTwo || bad "-list and -skip"
wants 1 "$GOL" test -skip '(' ./a
wants 0 "$GOL" test -test.run=One -test.v ./a
names TestOne TestOne/small TestOne/large_one
wants 0 "$GOL" test -run none ./a
matches out '^ok  	example.com/m/a	[0-9.]+s \[no tests to run\]$'

# What means nothing here is said under -v only.
wants 0 "$GOL" test -p 2 -cpu=1,2 ./a -vet=off -x -buildvcs=false -cpuprofile p -race -short -count=1
[ ! -s err ] || bad "says something without -v" "$(cat err)"
wants 0 "$GOL" test -v -p 2 -outputdir=d -vet=off -x ./a
matches err '^gol test: without effect here: -p -outputdir -x$'
wants 0 "$GOL" test -v -race -short -run One ./a
[ ! -s err ] || bad "flags with an effect are noted" "$(cat err)"
wants 1 "$GOL" test -shrt ./a
matches err 'did you mean --short'

# After a pass a few schedules more, the same ones each time.
wants 0 "$GOL" test ./a
matches out '^ok  	example.com/m/a	[0-9.]+s	4 tests, [0-9]+ schedules$'
wants 0 "$GOL" test --fuzz 0 ./...
matches out '4 tests$'
lacks out schedule
wants 0 "$GOL" test -v -run Together ./a
matches out '^    TestTogether: passed under [0-9]+ schedules$'
cut -f 1-2 out | sed 's/(.*)//' > first
wants 0 "$GOL" test -v -run Together ./a
cut -f 1-2 out | sed 's/(.*)//' > second
same first second
wants 1 "$GOL" test ./b
matches out 'lost 1'
said
eval "wants 1 \"\$GOL\" $(sed -n 's/^replay: gol //p' said)"
matches out 'lost 1'
for flag in --cover "--seed 1" "--schedule 0"; do
    wants 0 "$GOL" test $flag ./a
    lacks out schedules
done

# Time slices are shorter there, and no timeout comes early for it.
mkdir busy
program busy/busy_test.go << 'END'
package busy

import (
	"testing"
	"time"
)

func TestBusy(t *testing.T) {
	done := make(chan int)
	for i := 0; i < 4; i++ {
		go func() {
			n := 0
			for k := 0; k < 2000000; k++ {
				n ^= k
			}
			done <- n
		}()
	}
	timer := time.After(2 * time.Second)
	for i := 0; i < 4; i++ {
		select {
		case <-done:
		case <-timer:
			t.Fatal("timeout")
		}
	}
}
END
wants 0 "$GOL" test ./busy
# Time slices end in another order, which shows a race.
cat > busy/busy_test.go << 'END'
package busy

import "testing"

var sum int

func work(n int) (x int) {
	for i := 0; i < n; i++ {
		x = x*31 + i
	}
	return x
}

func TestBusy(t *testing.T) {
	done := make(chan int, 4)
	for i := 0; i < 4; i++ {
		go func(i int) {
			if work(1000000) == 1 {
				t.Error(i)
			}
			done <- i
		}(i)
	}
	if <-done != 0 {
		go func() { sum++ }()
		sum++
	}
	for i := 0; i < 3; i++ {
		<-done
	}
}
END
wants 0 "$GOL" test --fuzz 0 ./busy
wants 66 "$GOL" test ./busy
matches out '^    race: read after write'
eval "wants 66 \"\$GOL\" $(sed -n 's/^    replay: gol //p' out)"
matches out '^    race: read after write'
rm -r busy

# A line of go.mod that makes no sense is an error, with its place.
for line in 'go foo' 'go 2' 'fo 1' 'require example.com/x'; do
    printf 'module example.com/m\n%s\n' "$line" > go.mod
    wants 1 "$GOL" test ./a
    matches err '^gol: .*/go.mod:2: '
done
for line in 'go 1.21.3' 'go 1.22rc1' 'toolchain go1.23.1' 'retract v1.0.0' 'godebug default=go1.21'; do
    printf 'module example.com/m\n%s\n' "$line" > go.mod
    wants 0 "$GOL" test ./a
done
# -list: tests, benchmarks, fuzz targets, examples, of both packages of a directory.
mkdir list
printf 'package list\n\nimport "testing"\n\nfunc Example_e() {\n\t// Output:\n}\nfunc FuzzF(f *testing.F) {}\nfunc BenchmarkB(b *testing.B) {}\nfunc TestZ(t *testing.T) {}\n' > list/a_test.go
printf 'package list_test\n\nimport "testing"\n\nfunc TestX(t *testing.T) {}\n' > list/x_test.go
wants 0 "$GOL" test -list . ./list
sed '$d' out > names
printf '%s\n' TestZ TestX BenchmarkB FuzzF Example_e > want
same want names
finish
