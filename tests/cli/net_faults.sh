# --faults net: what goes wrong on the network is a choice of the schedule, found by searches, replayed,
# and named as a bound; --hosts names addresses.
. "$ROOT/tests/cli/lib.sh"

# One line each way; the asking side gives up after ten seconds. What each fault leads to can be told apart.
program ask.go << 'END'
package main

import (
	"bufio"
	"fmt"
	"net"
	"time"
)

func serve(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		if _, err := bufio.NewReader(c).ReadString('\n'); err == nil {
			fmt.Fprint(c, "an answer\n")
		}
		c.Close()
	}
}

func ask() string {
	c, err := net.DialTimeout("tcp", "db:80", 3*time.Second)
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(c, "a question\n")
	answer, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		return fmt.Sprintf("%q, %v", answer, err)
	}
	return answer
}

func main() {
	l, err := net.Listen("tcp", "db:80")
	if err != nil {
		fmt.Println(err)
		return
	}
	go serve(l)
	fmt.Println(ask())
}
END
wants 0 "$GOL" run ask.go
matches out '^listen tcp: lookup db: no such host$'
wants 0 "$GOL" run --hosts db=10.0.0.7 --faults net ask.go # no choices without a seed
matches out '^an answer$'
lacks err .

# Every kind is found, and the run that a seed chooses says which it was, at which line.
wants 0 "$GOL" fuzz --hosts db=10.0.0.7 --faults net:1 --outcomes --detector none -j 1 --schedules 3000 \
    --time 1000s ask.go
for outcome in 'an answer' 'connection refused' 'dial tcp: lookup db: i/o timeout' '80: i/o timeout' \
    'read tcp 10.0.0.7:40001->10.0.0.7:80: rea' 'an an.*EOF'; do
    matches out "$outcome"
done
seen=0
for seed in $(seq 40); do
    wants 0 "$GOL" run --hosts db=10.0.0.7 --faults net:1 --seed "$seed" ask.go
    [ -s err ] || continue
    seen=$((seen + 1))
    matches err '^fault: .* by goroutine [12]( at .*ask\.go:[0-9]+)?$'
    [ "$(wc -l < err)" = 1 ] || bad "more than one fault with net:1" "$(cat err)"
done
[ $seen -gt 1 ] || bad "faults in $seen of 40 runs"

# Half of an answer, and then the end, is no JSON: a nil map is written to.
program half.go << 'END'
package main

import (
	"encoding/json"
	"net"
)

func main() {
	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() {
		if c, err := l.Accept(); err == nil {
			json.NewEncoder(c).Encode(map[string]int{"a": 1})
			c.Close()
		}
	}()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return
	}
	var m map[string]int
	json.NewDecoder(c).Decode(&m)
	m["b"] = 2
}
END
wants 0 "$GOL" check --time 1000s half.go
matches err 'no race, no deadlock, no panic in all [0-9]+ executions'
for engine in dpor states; do
    wants 2 "$GOL" check --engine $engine --faults net:1 --time 1000s half.go
    matches err '^panic: assignment to entry in nil map'
    matches err 'within .*at most 1 fault of the network'
    replay=$(sed -n 's/^replay: gol //p' err | head -n 1)
    wants 2 "$GOL" $replay
    matches err '^panic: assignment to entry in nil map'
    matches err '^fault: '
done
wants 2 "$GOL" check --json --faults net:1 --time 1000s half.go
tail -n 1 out | grep -q '"complete":false' || bad "a bounded search is complete" "$(tail -n 1 out)"

# A packet is lost, late or comes twice; one that is late is overtaken.
program packets.go << 'END'
package main

import (
	"fmt"
	"net"
	"time"
)

func main() {
	in, _ := net.ListenPacket("udp", "127.0.0.1:53")
	out, _ := net.Dial("udp", "127.0.0.1:53")
	fmt.Fprint(out, "one")
	fmt.Fprint(out, "two")
	in.SetReadDeadline(time.Now().Add(2 * time.Second))
	b := make([]byte, 10)
	for {
		n, _, err := in.ReadFrom(b)
		if err != nil {
			break
		}
		fmt.Print(string(b[:n]), " ")
	}
	fmt.Println()
}
END
wants 0 "$GOL" fuzz --faults net:1 --outcomes -j 1 --schedules 1000 --time 1000s packets.go
for outcome in 'one two' 'one' 'two' 'one one two' 'one two two' 'two one'; do
    grep -Fq "\"$outcome \\n\"" out || bad "never: $outcome" "$(cat out)"
done

# A test: a payment whose answer is late is made again.
mkdir pay
program pay/pay_test.go << 'END'
package pay

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestPay(t *testing.T) {
	paid := make(chan bool, 3)
	srv := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { paid <- true }))
	defer srv.Close()
	client := http.Client{Timeout: 2 * time.Second}
	for try := 0; try < 2; try++ {
		if resp, err := client.Post(srv.URL, "text/plain", nil); err == nil {
			resp.Body.Close()
			break
		}
	}
	if n := len(paid); n > 1 {
		t.Errorf("paid %d times", n)
	}
}
END
echo 'module pay' > pay/go.mod
wants 0 "$GOL" test --fuzz 20 ./pay
wants 1 "$GOL" test --fuzz 400 --faults net ./pay
matches out 'paid 2 times'
matches out '^    fault: '
replay=$(sed -n 's/^ *replay: gol //p' out | head -n 1)
eval "wants 1 \"$GOL\" $replay"
matches out 'paid 2 times'
matches out '^    fault: '

for flag in '--faults disk' '--faults net:0' '--faults net:x' '--faults netx' '--hosts db' '--hosts db=x' \
    '--hosts =10.0.0.1' '--hosts db=10.0.0.1,'; do
    wants 1 "$GOL" run $flag ask.go
    matches err 'bad value .* for --(faults|hosts): expected '
done
finish
