// A type assertion that copies a value is computed where it stands among calls, as by the go command;
// one that gives a pointer may be computed after them.
package main

import "fmt"

type pair struct{ a, b int }

type namer interface{ name() string }

func (p pair) name() string { return fmt.Sprint(p.a, p.b) }

func set(p *int, n int) int {
	*p = n
	return n
}

func setPair(p *pair) int {
	p.a = 9
	return 1
}

func setText(p *string) int {
	*p = "changed"
	return 1
}

func setAny(p *any) int {
	*p = pair{7, 7}
	return 1
}

func main() {
	a, i, s, t := []int{5, 6, 7, 8}, 2, "text", pair{1, 2}
	var v any = t
	x, y := any(i).(int), set(&i, 9)
	fmt.Println(x, y)
	i = 2
	fmt.Println(any(i).(int) + set(&i, 9))
	i = 2
	fmt.Println(a[any(a[1]^4).(int)&3]+set(&a[1], 7), a)
	z, y := any(s).(string), setText(&s)
	fmt.Println(z, y)
	u, y := any(t).(pair), setPair(&t)
	fmt.Println(u, y)
	w, y := v.(namer), setAny(&v)
	fmt.Println(w.name(), y)
	p := &i
	q, y := any(p).(*int), set(&i, 3)
	fmt.Println(*q, y)
	v = 4
	m, y := v.(int), set(&i, 5)
	fmt.Println(m, y)
	n, ok := v.(string)
	fmt.Println(n, ok, i)
	defer func() { fmt.Println("panics before the call:", recover() != nil, i) }()
	fmt.Println(v.(string), set(&i, 6))
}

// expect: 2 9
// expect: 11
// expect: 14 [5 7 7 8]
// expect: text 1
// expect: {1 2} 1
// expect: 1 2 1
// expect: 3 3
// expect: 4 5
// expect:  false 5
// expect: panics before the call: true 5
