# Files that a run leaves open are closed before the next one: no search runs out of descriptors,
# and each execution gets the same ones.
. "$ROOT/tests/cli/lib.sh"
program open.gol << 'END'
f, err := os.Open(".")
if err != nil {
	panic(err)
}
var a atomic.Int32
done := make(chan bool, 8)
for range 6 {
	go func() {
		a.Add(1)
		done <- true
	}()
}
for range 6 {
	<-done
}
if f.Fd() > 30 {
	panic("a high number")
}
END
ulimit -n 40
wants 0 "$GOL" fuzz --schedules 200 -j 1 open.gol
for engine in dpor reduced; do
    wants 3 "$GOL" check --engine $engine --schedules 200 open.gol
    matches err '^no race, no deadlock, no panic in [0-9]+ executions within (.*, )?200 schedules'
done

# Of a file that an execution has closed no other closes the descriptor again.
program twice.gol << 'END'
f, _ := os.Open(".")
if f.Close() != nil || f.Close() == nil {
	panic("not closed once")
}
END
wants 0 "$GOL" run twice.gol
finish
