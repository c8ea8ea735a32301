# gol check -j N: both engines at once, each by its share of the processes, so that more processes never
# make a proof impossible that one would have found; with a checkpoint both go on where they were.
. "$ROOT/tests/cli/lib.sh"

# Many orders, few states; few orders, many states.
program counts.gol << 'EOF'
var x atomic.Int64
var wg sync.WaitGroup
for range 5 {
	wg.Add(1)
	go func() {
		for range 5 {
			if x.Add(1) == 0 { panic("none") }
		}
		wg.Done()
	}()
}
wg.Wait()
EOF
program pipeline.gol << 'EOF'
const stages = 24
var c [stages + 1]chan int
for i := range c { c[i] = make(chan int, 2) }
for i := range stages {
	go func() { for range 6 { c[i+1] <- <-c[i] + 1 } }()
}
go func() { for i := range 6 { c[0] <- i } }()
for range 6 { <-c[stages] }
EOF
# What fails needs two goroutines to be late; the rest is as large as counts.gol.
{
    cat counts.gol
    cat << 'EOF'
a, b := make(chan int, 1), make(chan int, 1)
go func() { a <- 1 }()
go func() { b <- 1 }()
select {
case <-a:
case <-b: panic("b first")
}
EOF
} > panics.gol
racy_branch_program

for jobs in 1 2 3 5; do
    wants 0 "$GOL" check -j $jobs counts.gol
    matches err 'no panic in all [0-9]+ states .*engine states'
    wants 0 "$GOL" check -j $jobs pipeline.gol
    matches err 'no panic in the only execution .*engine dpor'
    wants 2 "$GOL" check -j $jobs panics.gol
    matches err '^panic: b first'
    wants 66 "$GOL" check -j $jobs --json racy.gol
    grep -o '"title":"[^"]*"' < out > titles.$jobs
    same titles.1 titles.$jobs
    matches out '"complete":true'
done

# Killed, workers and all, or ended by a signal: it goes on in both, and says what one search says.
sed 's/range 5/range 6/' counts.gol > long.gol
"$GOL" check --engine states long.gol 2>&1 | grep -o 'in all [0-9]* states' > whole
resume=
for n in 1 2 3 4 5 6; do
    [ $n = 4 ] && signal=TERM || signal=KILL
    # shellcheck disable=SC2086
    timeout -s $signal 0.$((RANDOM % 4 + 1)) "$GOL" check -j 2 --checkpoint kept $resume long.gol > out 2> err < /dev/null
    [ -e kept ] && resume=--resume
done 2> killed
for n in 1 2; do # the second time all has been done
    wants 0 "$GOL" check -j 2 --checkpoint kept $resume long.gol
    grep -o 'in all [0-9]* states' err > resumed
    same whole resumed
done
head -c 3000 kept > half
wants 1 "$GOL" check --checkpoint half --resume long.gol
matches err 'half is damaged'

# No engine of several processes sees who is idle.
mkdir idle
cat > idle/main.go << 'EOF'
package main

import "testing/synctest"

func main() { _ = synctest.Wait }
EOF
wants 1 "$GOL" check -j 2 idle/main.go
matches err '^gol check: -j and --checkpoint have no meaning for programs with testing/synctest'
finish
