package main

import "fmt"

type T struct{ vals []int }

func (t *T) Each(yield func(i, v int) bool) {
	for i, v := range t.vals {
		if !yield(i, v) {
			return
		}
	}
}

func gen[T any](xs ...T) func(func(T) bool) {
	return func(y func(T) bool) {
		for _, x := range xs {
			if !y(x) {
				return
			}
		}
	}
}

func sum[S ~func(func(int) bool)](s S) (total int) {
	for v := range s {
		if v < 0 {
			return -1
		}
		total += v
	}
	return
}

func sel(done chan bool, n func(func(int) bool)) string {
	ch := make(chan int, 10)
	for v := range n {
		select {
		case ch <- v:
			if v == 2 {
				continue
			}
			if v == 3 {
				break
			}
		case <-done:
			return "done"
		}
		switch v {
		case 4:
			goto out
		}
	}
	return fmt.Sprint("all ", len(ch))
out:
	return fmt.Sprint("out ", len(ch))
}

func arr() [3]string {
	for x := range gen("a", "b") {
		if x == "b" {
			return [3]string{x, x, x}
		}
	}
	return [3]string{}
}

func multi() (int, string, error) { return 1, "m", fmt.Errorf("e") }

func fwd() (a int, b string, err error) {
	for range gen(1) {
		return multi()
	}
	return
}

func closures() (fs []func() int) {
	x := 0
	for v := range gen(1, 2, 3) {
		x += v
		for w := range gen(10, 20) {
			if w == 20 && v == 2 {
				break
			}
			fs = append(fs, func() int { x++; return v*w + x })
		}
	}
	return
}

var global = func() (n int) {
	for v := range gen(5, 6) {
		n += v
	}
	return
}()

func recursive(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		if n == 0 {
			return
		}
		for v := range recursive(n - 1) {
			if !yield(v) {
				return
			}
		}
		yield(n)
	}
}

func deep() int {
	for a := range recursive(50) {
		for b := range recursive(5) {
			for c := range recursive(3) {
				if a*b*c == 60 {
					return a*10000 + b*100 + c
				}
			}
		}
	}
	return 0
}

func main() {
	t := &T{[]int{5, 6, 7}}
	for i, v := range t.Each {
		fmt.Print(i, v, " ")
	}
	fmt.Println(sum(gen(1, 2, 3)), sum(gen(1, -2)))
	fmt.Println(sel(nil, gen(1, 2, 3)), sel(nil, gen(3, 4, 5)))
	fmt.Println(arr())
	fmt.Println(fwd())
	for _, f := range closures() {
		fmt.Print(f(), " ")
	}
	fmt.Println(global, deep())
	func() {
		defer func() { fmt.Println("r", recover()) }()
		for v := range gen(1, 2) {
			defer func() { fmt.Println("d", v) }()
			if v == 2 {
				var m map[string]int
				m["x"] = 1
			}
		}
	}()
	for i := range gen(0, 1, 2) {
		defer fmt.Println("main defer", i)
	}
	x := map[string]func(func(int) bool){"a": gen(9)}
	for v := range x["a"] {
		fmt.Println(v)
	}
	defer func() { fmt.Println("end", recover() != nil) }()
	for range x["nil"] {
	}
}

// expect: 0 5 1 6 2 7 6 -1
// expect: all 3 out 2
// expect: [b b b]
// expect: 1 m e
// expect: 17 28 29 40 71 11 40503
// expect: d 2
// expect: d 1
// expect: r assignment to entry in nil map
// expect: 9
// expect: end true
// expect: main defer 2
// expect: main defer 1
// expect: main defer 0
