# INT, TERM and HUP end a command with the verdict so far, and everything that it was asked for is
# written.
. "$ROOT/tests/cli/lib.sh"
program waits.gol << 'END'
os.WriteFile("ready", nil, 0666)
for len(os.Args) > 2 {
}
if len(os.Args) > 1 {
	time.Sleep(time.Hour)
}
n, err := os.Stdin.Read(make([]byte, 10))
fmt.Println(n, err)
END
program endless.gol << 'END'
x, written := 0, make(chan bool)
go func() { x = 1; written <- true }()
x = 2
<-written
lock, never := sync.Mutex{}, make(chan int)
go func() { lock.Lock(); <-never }()
fmt.Println("before")
os.WriteFile("ready", nil, 0666)
for x >= 0 {
	x++
}
END
mkdir p
program p/a_test.go << 'END'
package a

import (
	"os"
	"testing"
)

func TestA(t *testing.T) {}

func TestB(t *testing.T) {
	os.WriteFile("../ready", nil, 0666)
	for i := 1; i != 0; i++ {
	}
}

func TestC(t *testing.T) { os.WriteFile("../late", nil, 0666) }
END
echo 'module a' > p/go.mod

# until_ready SIGNAL STATUS COMMAND...: sends the signal when the program is under way.
until_ready()
{
    local signal=$1 wanted=$2 status
    shift 2
    rm -f ready
    # A background job of a shell would ignore SIGINT.
    env --default-signal=INT "$@" > out 2> err < /dev/null &
    for ((i = 0; i < 300; i++)); do
        [ -e ready ] && break
        sleep 0.1
    done
    kill -"$signal" $!
    wait $!
    status=$?
    [ $status = "$wanted" ] || bad "status $status after $signal, not $wanted: $*" "$(tail -n 5 err)"
}
for signal in INT TERM HUP; do
    until_ready $signal 66 "$GOL" run --trace t.trace --sarif s.json --save-schedule s \
        --profile=profile --coverprofile cover endless.gol
    matches out '^before$'
    matches err '^race: '
    matches err "^gol: the run was ended by SIG$signal\$"
    grep -q '"results"' s.json || bad "no SARIF log after $signal"
    [ -s s ] && [ -s profile ] && grep -q 'mode: count' cover || bad "files are missing after $signal"
    wants 66 "$GOL" predict --quiet t.trace
    rm -f s.json s profile cover t.trace
done
until_ready TERM 66 "$GOL" run --json endless.gol
tail -n 1 out | grep -q '"verdict":"race"' || bad "no verdict as JSON" "$(tail -n 1 out)"
until_ready INT 2 "$GOL" run --detector none endless.gol
matches err '^partial deadlock: '
until_ready INT 3 "$GOL" run --detector none waits.gol x x
# A test that is interrupted is the last one.
until_ready INT 1 "$GOL" test -v ./p
matches out '^--- PASS: TestA'
matches out '^--- FAIL: TestB \(interrupt\)'
[ ! -e late ] || bad "another test began after the signal"
# A search of a test says what was covered up to there.
mkdir q
program q/a_test.go << 'END'
package q

import (
	"os"
	"testing"
)

func TestA(t *testing.T) {
	done := make(chan bool)
	go func() { done <- true }()
	<-done
	started, _ := os.OpenFile("../started", os.O_WRONLY|0x800, 0) // without waiting
	started.WriteString("x")
	started.Close()
}
END
for flags in '--fuzz 1000000000' '--fuzz 1000000000 -j 2' '--check --engine all --time 100s'; do
    # Under make stress time slices end everywhere, by which this engine has soon tried all it may.
    case $GOL$flags in *stress*all*) continue ;; esac
    # Executions of a search leave no files behind, but what they write into a pipe.
    rm -f started
    mkfifo started
    exec 8<> started
    (read -r -n 1 -t 30 <&8 && touch ready) &
    until_ready INT 3 "$GOL" test -v $flags ./q
    matches out 'TestA: passed under '
done
exec 8>&-
# One long execution of a search.
for command in 'check --steps 100000000000' 'fuzz -j 1 --steps 100000000000'; do
    until_ready TERM 3 "$GOL" $command --detector none --sarif s.json endless.gol
    [ -s s.json ] || bad "$command: no SARIF log"
done
# A program waits for input, or in real time.
mkfifo pipe
sleep 60 > pipe &
sleeper=$!
until_ready HUP 3 bash -c 'exec "$0" run waits.gol < pipe' "$GOL"
lacks out .
until_ready HUP 3 "$GOL" run --real-time waits.gol x
kill $sleeper
# What the program asks for reaches the program.
program asks.gol << 'END'
c := make(chan os.Signal, 1)
signal.Notify(c, syscall.SIGTERM)
os.WriteFile("ready", nil, 0666)
fmt.Println("got", <-c)
END
until_ready TERM 0 "$GOL" run asks.gol
matches out '^got terminated$'
# What was predicted is not tried out any more; the signal waits until somebody looks.
program racy.go << 'END'
x := 0
done := make(chan bool)
go func() { x++; done <- true }()
x++
<-done
END
"$GOL" run --quiet --trace t.trace racy.go
cat > pending.py << 'END'
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
os.kill(os.getpid(), signal.SIGTERM)
os.execv(sys.argv[1], sys.argv[1:])
END
wants 66 "$GOL" predict --program racy.go t.trace
matches out '^  confirmed$'
wants 3 python3 pending.py "$GOL" predict --program racy.go t.trace
lacks out confirmed
matches err '^gol predict: the analysis was ended by a signal$'
# A reader that leaves loses nothing but its own lines.
program prints.gol << 'END'
for i := 0; i >= 0; i++ {
	fmt.Println("line")
}
END
"$GOL" run --trace t.trace prints.gol 2> err | head -n 1 > out
[ "${PIPESTATUS[0]}" = 141 ] || bad "status ${PIPESTATUS[0]} without a reader"
lacks err .
wants 0 "$GOL" predict --quiet t.trace
finish
