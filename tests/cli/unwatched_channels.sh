# Sends are watched for a close that could race with them only where the compiler cannot show that
# there is none: chan [K]int below is to be watched iff K is 20 or more.
cat > chans.go <<'END'
package main

type closer chan [29]int

func (c closer) stop() { close(c) }

var global chan [20]int

func take(c <-chan [2]int)        { <-c }
func give(c chan<- [21]int)       { c <- [21]int{} }
func out() <-chan [3]int {
	c := make(chan [3]int)
	go func() {
		defer close(c)
		for i := 0; i < 3; i++ {
			c <- [3]int{}
		}
	}()
	return c
}

func alone() {
	a, b := make(chan [1]int, 1), make(chan [2]int, 1)
	a <- [1]int{}
	<-a
	close(a)
	go take(b)
	b <- [2]int{}
	close(b)
	never := make(chan [4]int)
	for i := 0; i < 2; i++ {
		go func() { never <- [4]int{} }()
	}
	select {
	case <-never:
	}
	println(len(never), cap(never))
	for i := 0; i < 2; i++ {
		each := make(chan [5]int)
		go func() {
			each <- [5]int{}
			close(each)
		}()
		for range each {
		}
	}
	done := make(chan [6]int)
	go func() { <-done }()
	close(done)
	var r <-chan [7]int
	typed := make(chan [7]int)
	r = typed
	go func() { close(typed) }()
	<-r
}

func others() {
	global = make(chan [20]int)
	c := make(chan [21]int)
	go give(c)
	<-c
	both := make(chan [22]int, 2)
	go func() { both <- [22]int{} }()
	close(both)
	loop := make(chan [23]int, 9)
	for i := 0; i < 2; i++ {
		go func() {
			loop <- [23]int{}
			close(loop)
		}()
	}
	called := make(chan [24]int, 9)
	f := func() {
		called <- [24]int{}
		close(called)
	}
	go f()
	changed := make(chan [25]int, 9)
	changed = changed
	go func() { close(changed) }()
	stored := make(chan [26]int, 9)
	any(stored).(chan [26]int) <- [26]int{}
	close(stored)
	p := make(chan [27]int, 9)
	q := &p
	close(*q)
	inner := make(chan [28]int, 9)
	go func() {
		go func() { close(inner) }()
		inner <- [28]int{}
	}()
	m := make(closer)
	m.stop()
	twice := make(chan [30]int, 9)
	i := 0
again:
	go func() {
		twice <- [30]int{}
		close(twice)
	}()
	if i++; i < 2 {
		goto again
	}
	started := make(chan [31]int)
	go close(started)
	for header := make(chan [32]int, 9); i < 4; i++ {
		go func() {
			header <- [32]int{}
			close(header)
		}()
	}
	passed := make(chan [33]int, 9)
	go func(c chan [33]int) { close(c) }(passed)
	passed <- [33]int{}
}

func main() {
	out()
	alone()
	others()
}
END
"$GOL" dump code chans.go | grep 'MKCHAN' > made || exit 1
sed -n 's/.*\[\([0-9]*\)\]int \([(]1[)]\)*.*/\1 \2/p; s/.*\[\([0-9]*\)\]int$/\1/p; s/.*closer$/29/p' made |
    sort -n | uniq > got
for k in 1 2 3 4 5 6 7; do echo "$k (1)"; done > want
for k in 20 21 22 23 24 25 26 27 28 29 30 31 32 33; do echo "$k"; done >> want
diff want got
