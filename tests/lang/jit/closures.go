// Calls of closures in hot loops: of the function that is expected, of another one, of none. The
// closure comes from a literal, an argument, a result, a captured variable or a table.
package main

import (
	"fmt"
	"runtime"
	"sort"
)

type op func(a, b int) (int, int)

func pair(k int) (op, func() int) {
	calls := 0
	return func(a, b int) (int, int) { calls++; return a + b*k, a - b }, func() int { return calls }
}

func swap(f op) op { return func(a, b int) (int, int) { return f(b, a) } }

func fold(values []int, f op) (x, y int) {
	for _, v := range values {
		p, q := f(v, x)
		x, y = p&0xffff, y^q
	}
	return x, y
}

func each(n int, f func(int) float64) (sum float64) {
	for i := 0; i < n; i++ {
		sum += f(i)
	}
	return sum
}

// The function of one call changes long after it was compiled.
func changing(n int) (total, count int) {
	half := func(x int) int { return x / 2 }
	counted := func(x int) int { count += x & 1; return count }
	f := half
	for i := 0; i < n; i++ {
		if i%1000 == 999 {
			f = [...]func(int) int{half, counted, func(x int) int { return x - count }}[i/1000%3]
		}
		total += f(i)
	}
	return
}

// A panic in an inlined call, and a call of nil, with the frames that Go has.
func failing(n int, f func(int) int) (at int, said string) {
	defer func() {
		said = fmt.Sprint(recover())
	}()
	for at = 0; at < n; at++ {
		if at == n-1 {
			f = nil
		}
		at += f(at) & 0
	}
	return
}

func where(n int) (lines []int) {
	note := func(i int) {
		if i%1500 == 1499 {
			for skip := 0; skip < 2; skip++ {
				_, _, line, _ := runtime.Caller(skip)
				lines = append(lines, line)
			}
		}
	}
	for i := 0; i < n; i++ {
		note(i)
	}
	return
}

type tree struct {
	left, right *tree
	key         int
}

func (t *tree) walk(visit func(key int)) {
	if t != nil {
		t.left.walk(visit)
		visit(t.key)
		t.right.walk(visit)
	}
}

func grow(lo, hi int) *tree {
	if lo >= hi {
		return nil
	}
	mid := (lo + hi) / 2
	return &tree{grow(lo, mid), grow(mid+1, hi), mid}
}

func main() {
	values := make([]int, 3000)
	for i := range values {
		values[i] = i * 7 % 1001
	}
	f, calls := pair(3)
	for i := 0; i < 3; i++ {
		fmt.Println(fold(values, f))
		fmt.Println(fold(values, swap(swap(f))))
		fmt.Println(fold(values, func(a, b int) (int, int) { return b, a }))
	}
	fmt.Println(calls())
	scale := 0.5
	fmt.Println(each(5000, func(i int) float64 { scale *= 1.0001; return scale + float64(i) }), scale)
	fmt.Println(each(5000, func(i int) float64 { return 1 / float64(i+1) }))
	fmt.Println(changing(20000))
	fmt.Println(failing(9000, func(x int) int { return x * x }))
	limit := 4000
	fmt.Println(failing(9000, func(x int) int { return 10 / (limit - x) }))
	fmt.Println(where(5000))
	sum := 0
	for i := 0; i < 20; i++ {
		grow(0, 500).walk(func(key int) { sum += key * i })
		grow(0, 300).walk(func(key int) { sum ^= key })
	}
	fmt.Println(sum)
	sort.Slice(values, func(i, k int) bool { return values[i] > values[k] })
	less := 0
	sort.Slice(values, func(i, k int) bool { less++; return values[i] < values[k] })
	fmt.Println(values[:5], values[2995:], less > 0)
}

// expect: 14770 -1578
// expect: 14770 -1578
// expect: 0 436
// expect: 14770 -1578
// expect: 14770 -1578
// expect: 0 436
// expect: 14770 -1578
// expect: 14770 -1578
// expect: 0 436
// expect: 18000
// expect: 1.2500743724619698e+07 0.8243400279655381
// expect: 9.094508852984404
// expect: 101489002 3001
// expect: 8999 runtime error: invalid memory address or nil pointer dereference
// expect: 4000 runtime error: integer divide by zero
// expect: [67 73 67 73 67 73]
// expect: 23702500
// expect: [0 0 0 0 0] [994 994 994 994 994] true
