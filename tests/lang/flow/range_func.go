package main

import (
	"errors"
	"fmt"
)

func count(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		defer fmt.Println("count ends")
		for i := 0; i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

type Seq2[K, V any] func(yield func(K, V) bool)

func pairs[T any](s []T) Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, v := range s {
			if !yield(i, v) {
				return
			}
		}
	}
}

func find(s []string, want string) (int, error) {
	for i, v := range pairs(s) {
		if v == want {
			return i, nil
		}
	}
	return -1, errors.New("no " + want)
}

func named(n int) (sum int, err error) {
	defer func() { sum *= 2 }()
	for i := range count(n) {
		sum += i
		if i == 3 {
			err = errors.New("three")
			return
		}
	}
	return sum, nil
}

func nested() string {
outer:
	for i := range count(3) {
		for j := range count(3) {
			switch {
			case j == 1 && i == 0:
				continue outer
			case i == 1 && j == 1:
				break outer
			case i == 7:
				return "never"
			}
			fmt.Println("at", i, j)
		}
	}
	for range 3 {
		for i := range count(5) {
			for range count(1) {
				if i == 1 {
					return fmt.Sprint("returned from ", i)
				}
			}
		}
	}
	return "end"
}

func deferring() (s string) {
	defer func() { s += fmt.Sprint("recovered ", recover()) }()
	defer fmt.Println("deferred before")
	for i := range count(2) {
		for j := range pairs([]int{5, 6}) {
			defer func(k int) { fmt.Println("deferred", k, j) }(i)
		}
	}
	defer fmt.Println("deferred behind")
	panic("stop")
}

func jumps() {
	n := 0
again:
	for i := range count(4) {
		if i == 1 {
			n++
			if n < 3 {
				goto again
			}
			goto done
		}
		if i > 0 {
			goto inside
		}
	inside:
		fmt.Println("jumps", n, i)
	}
done:
	fmt.Println("done", n)
}

type tree struct {
	left, right *tree
	v           int
}

func (t *tree) all(yield func(int) bool) bool {
	return t == nil || t.left.all(yield) && yield(t.v) && t.right.all(yield)
}

func (t *tree) All(yield func(int) bool) { t.all(yield) }

func catch(f func()) {
	defer func() { fmt.Println("caught:", recover()) }()
	f()
}

type big struct{ a, b, c string }

func results() (big, int, error) {
	for i := range count(2) {
		return big{"x", "y", "z"}, i + 1, nil
	}
	return big{}, 0, nil
}

func main() {
	fmt.Println(find([]string{"a", "b", "c"}, "b"))
	fmt.Println(find([]string{"a", "b", "c"}, "z"))
	fmt.Println(named(3))
	fmt.Println(named(9))
	fmt.Println(nested())
	fmt.Println(deferring())
	jumps()
	fmt.Println(results())

	t := &tree{&tree{nil, nil, 1}, &tree{nil, &tree{nil, nil, 4}, 3}, 2}
	var fs []func() int
	for v := range t.All {
		if v == 4 {
			break
		}
		fs = append(fs, func() int { v *= 10; return v })
	}
	for _, f := range fs {
		fmt.Print(f(), " ", f(), " ")
	}
	fmt.Println()

	var k int
	var m = map[string]int{}
	for k, m["v"] = range pairs([]int{7, 8}) {
		fmt.Println(k, m)
	}
	for k = range t.All {
	}
	fmt.Println(k)

	func() {
		for range func(yield func() bool) { yield(); fmt.Println("yielded") } {
			continue
		}
	}()

	var kept func(int) bool
	keep := func(yield func(int) bool) { kept = yield; yield(1) }
	for range keep {
	}
	catch(func() { kept(2) })
	catch(func() {
		for range keep {
			catch(func() { kept(3) })
		}
	})
	catch(func() {
		for x := range func(yield func(int) bool) { yield(1); yield(2) } {
			fmt.Println("x", x)
			break
		}
	})
	catch(func() {
		for range func(yield func(int) bool) { catch(func() { yield(1) }) } {
			panic("swallowed")
		}
	})
	catch(func() {
		for range func(yield func(int) bool) { defer fmt.Println("unwound"); yield(1) } {
			panic("out")
		}
	})
}

// expect: 1 <nil>
// expect: -1 no z
// expect: count ends
// expect: 6 <nil>
// expect: count ends
// expect: 12 three
// expect: at 0 0
// expect: count ends
// expect: at 1 0
// expect: count ends
// expect: count ends
// expect: count ends
// expect: count ends
// expect: count ends
// expect: returned from 1
// expect: count ends
// expect: deferred behind
// expect: deferred 1 1
// expect: deferred 1 0
// expect: deferred 0 1
// expect: deferred 0 0
// expect: deferred before
// expect: recovered stop
// expect: jumps 0 0
// expect: count ends
// expect: jumps 1 0
// expect: count ends
// expect: jumps 2 0
// expect: count ends
// expect: done 3
// expect: count ends
// expect: {x y z} 1 <nil>
// expect: 10 100 20 200 30 300 
// expect: 0 map[v:7]
// expect: 1 map[v:8]
// expect: 4
// expect: yielded
// expect: caught: runtime error: range function continued iteration after whole loop exit
// expect: caught: runtime error: range function continued iteration after loop body panic
// expect: caught: <nil>
// expect: x 1
// expect: caught: runtime error: range function continued iteration after function for loop body returned false
// expect: caught: swallowed
// expect: caught: runtime error: range function recovered a loop body panic and did not resume panicking
// expect: unwound
// expect: caught: out
