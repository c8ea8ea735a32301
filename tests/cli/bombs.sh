# A few of the programs of tests/bombs.py, which want all memory or all time: each run ends in time,
# within its memory, and says which limit it was. `make bombs` runs all.
. "$ROOT/tests/cli/lib.sh"
case $GOL in *stress* | *asan*) exit 0 ;; esac
command -v python3 > /dev/null || finish # bare machines: CI has it
for kind in dropped_timers big_square panics strings; do
    wants 0 python3 "$ROOT/tests/bombs.py" --gol "$GOL" "^run $kind\$"
    lacks out '^run '
done
# In every command, in natives and operations on much memory, in the compiler.
for run in 'run copies' 'run array_values' 'check dpor comparisons' 'check states clears' 'check states sieve' \
    'check dpor capacity' 'repl many_imports' 'test range_string' 'fuzz -j 2 big_mod' 'test big_square' 'repl count' \
    'predict short_goroutines' 'vet generic_doubling' 'run interface_embedding'; do
    wants 0 python3 "$ROOT/tests/bombs.py" --gol "$GOL" "^$run\$"
done
# A search that is stopped is no finding and no proof.
program long.go << 'END'
package main

import "math/big"

func main() {
	done := make(chan bool, 2)
	for i := 0; i < 2; i++ {
		go func() {
			n := big.NewInt(3)
			for k := 0; k < 40; k++ {
				n.Mul(n, n)
			}
			done <- true
		}()
	}
	<-done
	<-done
}
END
for command in 'check --engine dpor' 'check --engine states' 'check' 'check --engine dpor -j 2' 'fuzz -j 2' 'fuzz -j 1'; do
    # shellcheck disable=SC2086
    wants 3 "$GOL" $command --steps 100000000000 --time 700ms --json long.go
    matches out '"findings":0.*"status":3'
    lacks out '"complete":true'
done
for command in run 'check --engine dpor' 'vet' 'test'; do
    program many_test.go << 'END'
package main

import "testing"

type pair[A, B any] struct { a A; b B }

END
    for n in $(seq 25); do echo "func f$n[T any]() { f$((n + 1))[pair[T, T]]() }"; done >> many_test.go
    printf 'func f26[T any]() { var v T; _ = v }\nfunc main() { f1[int]() }\nfunc TestMany(t *testing.T) { main() }\n' >> many_test.go
    cp many_test.go many.go
    case $command in test) path=many_test.go ;; *) path=many.go ;; esac
    # shellcheck disable=SC2086
    wants 3 "$GOL" $command --time 300ms $path
    matches err '^gol: compiling was ended by its time limit$'
done
# What is left in the middle has said what it had found, and its outputs are whole.
printf 'package main\n\nfunc main() {\n\tfor i := 0; i < 300000; i++ {\n\t\tdone := make(chan bool)\n\t\tgo func() { close(done) }()\n\t\t<-done\n\t}\n}\n' > events.go
wants 0 "$GOL" run --trace events.trace events.go
wants 3 "$GOL" predict --time 20ms --json events.trace
matches out '"verdict":"limit"'
wants 3 "$GOL" predict --time 20ms --memory 2G --analysis hb events.trace
matches err '^gol predict: the analysis was ended by its time limit$'
printf 'x := 1\nfor { x++ }\nprintln("later")\n' | "$GOL" repl --time 300ms > out 2> err
[ $? = 3 ] || bad "a session does not end"
lacks err later
matches err '^gol: the session was ended by its time limit$'
# A read that waits.
program reads.gol << 'END'
import "os"
os.Stdin.Read(make([]byte, 10))
END
mkfifo pipe
exec 9<> pipe
timeout 60 "$GOL" run --time 300ms reads.gol < pipe > out 2> err
[ $? = 3 ] || bad "a read that waits does not end"
exec 9>&-
program spin.gol << 'END'
fmt.Println("before")
for i := 0; i >= 0; i++ {
	runtime.Gosched()
}
END
wants 3 "$GOL" run --json --time 300ms spin.gol
matches out 'timeout: no end within the time limit'
matches out '"replay":"gol run --time 300ms spin.gol"'
finish
