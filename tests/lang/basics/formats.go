package main

import "fmt"

type point struct{ X, Y int }
type label string

func (l label) String() string { return "<" + string(l) + ">" }

func main() {
	p := point{1, -2}
	fmt.Printf("%v %+v %#v %T\n", p, p, p, p) // expect: {1 -2} {X:1 Y:-2} main.point{X:1, Y:-2} main.point
	fmt.Printf("%5d|%-5d|%05d|%+d|%x|%X|%o|%b|%c|%U\n", 42, 42, 42, 42, 255, 255, 8, 5, 'A', 'A') // expect:    42|42   |00042|+42|ff|FF|10|101|A|U+0041
	fmt.Printf("%f|%.2f|%8.3f|%e|%g|%-8.1f|\n", 3.14159, 3.14159, 3.14159, 1234.5, 1e9, 2.55) // expect: 3.141590|3.14|   3.142|1.234500e+03|1e+09|2.5     |
	fmt.Printf("%s|%q|%10s|%-10s|%.2s|%x\n", "go", "a\"b\n", "r", "l", "long", "hi") // expect: go|"a\"b\n"|         r|l         |lo|6869
	fmt.Printf("%t %v %p %v\n", true, nil, nil, []interface{}{1, "a", nil}) // expect: true <nil> %!p(<nil>) [1 a <nil>]
	fmt.Printf("%d %s\n", "str", 5)                                        // expect: %!d(string=str) %!s(int=5)
	fmt.Printf("%d\n", 1, 2)                                               // expect: 1
	// expect: %!(EXTRA int=2)
	fmt.Println()
	fmt.Printf("%d %d%%\n", 1) // expect: 1 %!d(MISSING)%
	fmt.Println(label("x"), []label{"a", "b"}, map[string]label{"k": "v"}) // expect: <x> [<a> <b>] map[k:<v>]
	fmt.Printf("%v %s %d %#v %q\n", label("x"), label("x"), []int{1, 2}, []string{"a"}, []string{"b"}) // expect: <x> <x> [1 2] []string{"a"} ["b"]
	fmt.Printf("%*d|%-*d|%6.2f%%\n", 5, 1, 4, 2, 99.5) // expect:     1|2   | 99.50%
	fmt.Println(&p, &[]int{1}, &map[string]int{"a": 1}) // expect: &{1 -2} &[1] &map[a:1]
	fmt.Print("a", 1, 2, "b", "c", 3.0, "\n") // expect: a1 2bc3
	fmt.Printf("%[2]d %[1]d %v\n", 1, 2, struct{}{}) // expect: 2 1 2
	fmt.Printf("%08b %x % x %#x\n", 5, []byte("az"), []byte("az"), 255) // expect: 00000101 617a 61 7a 0xff
}
