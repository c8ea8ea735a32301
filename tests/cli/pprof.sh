# gol test -cpuprofile, -memprofile, -blockprofile and -mutexprofile: profiles that go tool pprof reads, of one package, the same each time.
. "$ROOT/tests/cli/lib.sh"
mkdir m && cd m || exit 1
printf 'module example.com/m\n\ngo 1.21\n' > go.mod
mkdir sub
printf 'package sub\n' > sub/sub.go
program m.go << 'END'
package m

func Busy() (n int) {
	for i := 0; i < 1000; i++ {
		n += i
	}
	return n
}

func Makes() (all []*int) {
	for i := 0; i < 50; i++ {
		all = append(all, new(int))
	}
	return all
}
END
program m_test.go << 'END'
package m

import (
	"sync"
	"testing"
	"time"
)

func TestBusy(t *testing.T)  { Busy() }
func TestMakes(t *testing.T) { Makes() }

func waits(c chan int) { <-c }

func TestWaits(t *testing.T) {
	c := make(chan int)
	go func() {
		time.Sleep(3 * time.Second)
		c <- 1
		c <- 2
	}()
	waits(c)
	time.Sleep(5 * time.Second)
	waits(c)
	var mu sync.Mutex
	mu.Lock()
	for i := 0; i < 2; i++ {
		go func() {
			mu.Lock()
			mu.Unlock()
		}()
	}
	time.Sleep(7 * time.Second)
	releases(&mu)
	time.Sleep(time.Second)
}

func releases(mu *sync.Mutex) { mu.Unlock() }
END
wants 0 "$GOL" test -cpuprofile cpu.gz -memprofile mem.gz .
wants 0 "$GOL" test -memprofile=mem2 -cpuprofile=cpu2 .
cmp cpu.gz cpu2 || bad 'the profiles of two runs differ'
cmp mem.gz mem2 || bad 'the profiles of two runs differ'
wants 0 gunzip -c cpu.gz
matches out 'instructions.*count'
matches out 'example.com/m.Busy'
matches out 'example.com/m.TestBusy'
wants 0 gunzip -c mem.gz
matches out 'alloc_objects.*count'
matches out 'example.com/m.Makes'
wants 0 "$GOL" test -blockprofile block.gz -mutexprofile=mutex.gz .
for file in block.gz mutex.gz; do
    wants 0 gunzip -c $file
    matches out 'contentions.*count'
    matches out 'delay.*nanoseconds'
done
if command -v go > go.path; then
    wants 0 go tool pprof -raw block.gz
    matches out '^ +1 30000000[0-9]{2}: [0-9]+ *$'
    wants 0 go tool pprof -list m.waits block.gz
    matches out '^ +3(\.00)?s .*<-c \}$'
    wants 0 go tool pprof -sample_index=delay -list m.releases mutex.gz
    matches out '^ +7(\.00)?s .*mu.Unlock\(\) \}$'
    wants 0 go tool pprof -sample_index=contentions -top block.gz
    lacks out 'Sleep'
    wants 0 go tool pprof -sample_index=0 -nodefraction 0 -top cpu.gz
    matches out '^Type: instructions$'
    [ "$(awk '$6 == "example.com/m.Busy" { print ($1 > 3000 && $1 < 10000) }' out)" = 1 ] || bad 'Busy' "$(cat out)"
    wants 0 go tool pprof -nodefraction 0 -list m.Makes mem.gz
    matches out '^ +(5[0-9]|6[0-9]) .*all = append\(all, new\(int\)\)$'
fi
wants 1 "$GOL" test -cpuprofile cpu ./...
matches err '^gol test: cannot use -cpuprofile flag with multiple packages$'
wants 1 "$GOL" test -memprofile none/mem .
matches err 'none/mem'
finish
