# Schedules that state an order of events survive an edit, and say where they no longer fit.
. "$ROOT/tests/cli/lib.sh"
program p.gol << 'END'
x := 0
done := make(chan bool)
go func() {
	x = 1
	done <- true
}()
go func() {
	x = 2
	done <- true
}()
<-done
<-done
if x == 1 { panic("the first was late") }
END
# Fuzzing keeps the late first write beside the race; both are kept as orders too.
"$GOL" fuzz --j 1 --schedules 3000 --quiet --corpus kept p.gol 2> err
late=$(ls kept/panic-*) || bad "no late first write was found"
grep -q '^order goroutine [13] in main.main .* before goroutine 2 in main.main "x = 1"' "$late" || bad "no order in it"

program p.gol << 'END'
// Edited: lines have moved, steps and a function literal were added.
println("start")
x := 0
done := make(chan bool)
helper := func() int {
	return 2
}
go func() {
	y := helper()
	x = 1
	println(y)
	done <- true
}()
go func() {
	println("between")
	x = 2
	done <- true
}()
<-done
<-done
if x == 1 { panic("the first was late") }
END
wants 66 "$GOL" run p.gol
lacks err 'the first was late'
wants 66 "$GOL" run --schedule "$late" p.gol
matches err 'following the order of events'
matches err 'the first was late'
lacks err 'does not fit'

# Comments and layout are no edit: the exact answers go on to fit, also without orders.
program r.go << 'END'
package main

import "math/rand"

func main() {
	c := make(chan int, 3)
	go func() { c <- rand.Intn(1000) }()
	go func() { c <- rand.Intn(1000) }()
	select {
	case c <- rand.Intn(1000):
	default:
	}
	println(<-c, <-c, <-c)
}
END
{
    printf '// A comment.\n//go:build !other\n\n'
    sed 's|default:|/* another */ default: // and one more|' r.go
} > commented.go
sed -n '/^package/,$p' commented.go > moved.go
for seed in 1 2 3; do
    wants 0 "$GOL" run --seed $seed --save-schedule exact r.go
    grep -v '^order\|^choose' exact > answers
    mv err first
    cp r.go kept.go
    cp moved.go r.go
    wants 0 "$GOL" run --schedule answers r.go
    same first err
    cp commented.go r.go # a directive may change what is compiled
    wants 0 "$GOL" run --schedule answers r.go
    matches err 'the program has changed'
    cp kept.go r.go
done

# By hand: any goroutine, any function, no exact answers.
printf 'gol schedule 1\norder "x = 2" before "x = 1"\nend\n' > hand
wants 66 "$GOL" run --schedule hand p.gol
matches err 'the first was late'
printf 'gol schedule 1\norder "x = 1" before "x = 2"\nend\n' > hand
wants 66 "$GOL" run --schedule hand p.gol
lacks err 'the first was late'

# Any order of steps that can come in any order.
program any.gol << 'END'
var a, b, c, d int
end := make(chan bool, 3)
go func() {
	a = 1
	end <- true
}()
runtime.Gosched()
go func() {
	b = 1
	end <- true
}()
runtime.Gosched()
go func() {
	c = 1
	end <- true
}()
d = 1
for range 3 { <-end }
END
for order in {a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d}; do
    case $order in *a*a* | *b*b* | *c*c* | *d*d*) continue ;; esac
    {
        echo 'gol schedule 1'
        for i in 0 1 2; do echo "order \"${order:i:1} = 1\" before \"${order:i+1:1} = 1\""; done
        echo end
    } > hand
    wants 0 "$GOL" run --schedule hand any.gol
    lacks err 'does not fit'
done

# Where it does not fit.
printf 'gol schedule 1\norder "x = 3" before "x = 1"\nend\n' > hand
wants 1 "$GOL" run --schedule hand p.gol
lacks err '^race:'
matches err 'order 1 of the schedule does not fit: "x = 1" at p.gol:10:2 came when "x = 3" could not'
printf 'gol schedule 1\norder "<-done" #7 before "x = 9"\nend\n' > hand
wants 1 "$GOL" run --schedule hand p.gol
lacks err '^race:'
matches err 'order 1 of the schedule does not fit: "<-done" did not happen'
for wrong in 'order "x"' 'order goroutine "x" before "y"' 'order "x before "y"' 'choose goroutine 1 fork #1 2' \
    'order "x" before "y" #0' 'order "x" before "y" z'; do
    printf 'gol schedule 1\n%s\nend\n' "$wrong" > hand
    wants 1 "$GOL" run --schedule hand p.gol
    matches err 'line 2: expected '
done
matches err 'line 2: expected the end of the line, found "z"$'

# A goroutine waits also between two operations that nothing else stands between.
program locks.gol << 'END'
var a, b, c sync.Mutex
var wg sync.WaitGroup
wg.Add(2)
go func() {
	a.Lock()
	b.Lock()
	wg.Done()
}()
go func() {
	c.Lock()
	wg.Done()
}()
wg.Wait()
END
printf 'gol schedule 1\norder "a.Lock()" before "c.Lock()"\norder "c.Lock()" before "b.Lock()"\nend\n' > hand
wants 0 "$GOL" run --schedule hand locks.gol

# A select's case, a random number: kept by goroutine and count.
program q.gol << 'END'
a, b := make(chan int, 1), make(chan int, 1)
a <- 1
b <- 2
select {
case v := <-a:
	println("a", v)
case v := <-b:
	println("b", v)
}
println(rand.Intn(1000))
END
for seed in 1 2 3 4 5; do
    "$GOL" run --seed $seed --save-schedule exact q.gol > out 2> first
    sed '/^[gsmrt][0-9]/d' exact > orders
    "$GOL" run --schedule orders q.gol > out 2> second
    same first second
done
# An initialiser is in no function. The language version is part of a replay.
program init.go << 'END'
package main

var x = start()
var y, z int

func start() int {
	go func() {
		y = 1
		z = 1
	}()
	return 1
}

func main() {
	if y == 1 {
		z = 2
	}
}
END
for seed in $(seq 20); do
    "$GOL" run --go 1.21 --seed $seed --save-schedule init.$seed init.go 2> err
done
grep -q '^order .* goroutine 1 "var [xy] = ' init.[0-9]* || bad "no order of an initialiser"
"$GOL" fuzz --go 1.21 -j 1 --schedules 200 --quiet --corpus inits init.go 2> err
for schedule in inits/race-*; do
    wants 66 "$GOL" replay --go 1.21 "$schedule" init.go
done

# Thousands of orders on one line: a step costs no more than with one.
cat > many.gol << 'END'
var mu sync.Mutex
var wg sync.WaitGroup
for range 4 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range 5000 { mu.Lock(); mu.Unlock() }
	}()
}
wg.Wait()
END
wants 0 "$GOL" run --strategy random --seed 1 --save-schedule many many.gol
[ "$(grep -c '^order ' many)" -gt 5000 ] || bad 'too few orders'
echo 'println("edited")' >> many.gol
timeout 20 "$GOL" run --schedule many many.gol > out 2> err
[ $? != 124 ] || bad 'many orders take too long'
matches err 'following the order of events'

finish
