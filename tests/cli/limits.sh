# Whatever a program does, the run ends, with what it printed so far.
. "$ROOT/tests/cli/lib.sh"
program loop.gol << 'END'
fmt.Println("before")
for {
}
END
wants 3 "$GOL" run --steps 100000 loop.gol
matches out before
program memory.gol << 'END'
fmt.Println("before")
var all [][]byte
for {
	all = append(all, make([]byte, 1<<20))
}
END
wants 3 "$GOL" run --memory 100000000 memory.gol
matches out before
program stack.gol << 'END'
func f(n int) int { return f(n+1) + 1 }
fmt.Println(f(0))
END
wants 2 "$GOL" run stack.gol
matches err 'stack overflow'
finish
