// new(x), since Go 1.26, is a variable that x is stored in.
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

type P struct {
	Name string `json:"name"`
	Age  *int   `json:"age"`
	Tags *[]string
}

func age(t time.Time) int { return 2026 - t.Year() }

func f() (int, string) { return 1, "a" }

type T[X any] struct{ p *X }

func ptr[X any](x X) *X { return new(x) }

func main() {
	p := new(42)
	*p++
	fmt.Println(*p)
	s := new("hello")
	fmt.Println(*s, len(*s))
	b, err := json.Marshal(P{"x", new(age(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))), new([]string{"a"})})
	fmt.Println(string(b), err)
	x := 3
	q := new(x)
	*q = 9
	fmt.Println(x, *q, *new(x == 3), *new(1.5), *new('a'), *new(1i))
	st := new(P{Name: "n"})
	st.Name += "m"
	fmt.Println(st.Name, *new(any(3)))
	arr := new([3]int{1, 2})
	arr[2] = 5
	fmt.Println(*arr, len(arr))
	m := new(map[string]int{"a": 1})
	(*m)["b"] = 2
	fmt.Println(len(*m))
	g := new(func() int { return x })
	fmt.Println((*g)())
	fmt.Println(*ptr("z"), *T[int]{ptr(4)}.p)
	var i interface{} = new(uint8(7))
	fmt.Printf("%T %d\n", i, *i.(*uint8))
	pp := new(new(5))
	fmt.Println(**pp)
	ch := make(chan int, 1)
	ch <- 8
	fmt.Println(*new(<-ch), *new(-x), *new(x + 2*x), *new(st.Name[1:]))
	for i := range 3 {
		defer func(p *int) { fmt.Println("d", *p) }(new(i))
	}
	e := new(P{Age: new(1)})
	fmt.Println(*e.Age)
	var it fmt.Stringer = time.Second
	fmt.Println((*new(it)).String())
}

// expect: 43
// expect: hello 5
// expect: {"name":"x","age":26,"Tags":["a"]} <nil>
// expect: 3 9 true 1.5 97 (0+1i)
// expect: nm 3
// expect: [1 2 5] 3
// expect: 2
// expect: 3
// expect: z 4
// expect: *uint8 7
// expect: 5
// expect: 8 -3 9 m
// expect: 1
// expect: 1s
// expect: d 2
// expect: d 1
// expect: d 0
