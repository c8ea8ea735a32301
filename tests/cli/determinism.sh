# Same program and seed: same output, report and trace, to the byte. A schedule replays a run.
. "$ROOT/tests/cli/lib.sh"
racy_program
for seed in 1 2 3 4 5; do
    "$GOL" run --seed $seed --trace trace1 racy.gol > out1 2> err1
    "$GOL" run --seed $seed --trace trace2 racy.gol > out2 2> err2
    same trace1 trace2
    same out1 out2
    same err1 err2
    [ -s trace1 ] || bad "empty trace"
done
program order.gol << 'END'
c := make(chan int, 100)
for i := range 20 {
	go func() { c <- i }()
}
for range 20 {
	fmt.Print(<-c, " ")
}
m := map[int]int{}
for i := range 50 {
	m[i] = i
}
for k := range m {
	fmt.Print(k, " ")
}
fmt.Println(rand.Intn(1000000), time.Now().UnixNano())
END
sed -i 's/rand.Intn(1000000), //' order.gol
orders=0
"$GOL" run --seed 0 order.gol > first
for seed in 1 2 3 4 5; do
    wants 0 "$GOL" run --seed $seed order.gol
    cp out again
    wants 0 "$GOL" run --seed $seed order.gol
    same out again
    cmp -s out first || orders=$((orders + 1))
done
[ $orders -ge 3 ] || bad "seeds hardly change the order"
# The second read of x is in the race as well, whether or not what is between has displaced the first
# from the filter, where addresses decide on it, which are others in each run.
cat > displaced.gol <<'END'
var x, sum int
big, done := make([]int, 1<<20), make(chan bool)
go func() {
	sum += x
	runtime.Gosched()
	if len(os.Args) > 1 {
		for i := range big {
			big[i]++
		}
	}
	sum += x
	close(done)
}()
runtime.Gosched()
x = 2
<-done
END
races() { sed -n '/^race/p; /^  read/p; /^  write/p' err; }
for jit in off all; do
    wants 66 "$GOL" run --jit $jit displaced.gol
    races > kept
    wants 66 "$GOL" run --jit $jit displaced.gol displace
    races > displaced
    same displaced kept
    [ "$(grep -c '^race' kept)" = 2 ] || bad "races: $(cat kept)"
done
finish
