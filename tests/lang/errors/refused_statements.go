// What the checker refuses of statements, calls, selectors, indices and literals, and the texts of long
// expressions in its messages.
package main

import (
	"fmt"
	"os"
	str "strings"
)

type point struct {
	x, y int
	in   *inner
}
type inner struct{ z, w int }

func (p point) sum() int       { return p.x + p.y }
func (p *point) move(dx int)   { p.x += dx }
func (i inner) deep() string   { return "" }
func (i *inner) change()       { i.z = 1 }

type left struct{ a, same int }
type right struct{ b, same int }
type both struct {
	left
	*right
}
type mover interface{ move(int) }
type ints []int
type dict map[string]point

var p point
var pp = &p
var ppp = &pp
var b both
var m mover
var d dict
var list []int
var array [3]int
var text string
var ch chan int
var in <-chan int
var out chan<- int
var any1 interface{}
var fn func(int, string) (int, error)

func one() int               { return 1 }
func two() (int, string)     { return 1, "" }
func none()                  {}
func variadic(s string, rest ...int) {}
func named() (n int, err error) {
	{
		n := 1
		_ = n
		return // error: ^result parameter n not in scope at return$
	}
}
func missing() int {
	for {
		break
	}
} // error: ^missing return$
func missing2() int {
	switch {
	case true:
		return 1
	}
} // error: ^missing return$
func missing3() int {
L:
	for {
		for {
			break L
		}
	}
} // error: ^missing return$
func ok1() int {
	for {
	}
}
func ok2() int {
	switch {
	case true:
		return 1
	default:
		panic("x")
	}
}
func ok3(c chan int) int {
	select {
	case <-c:
		return 1
	}
}
func ok4() int {
	if true {
		return 1
	} else {
		goto L
	}
L:
	return 2
}

func calls() {
	fn(1) // error: ^not enough arguments in call to fn$
	fn(1, "a", 2) // error: ^too many arguments in call to fn$
	fn("a", 1) // error: ^cannot use "a" \(untyped string constant\) as int value in argument to fn$
	fn(two())
	fn(one()) // error: ^not enough arguments in call to fn$
	fn(two(), 1) // error: ^multiple-value two\(\) \(value of type \(int, string\)\) in single-value context$
	fn(none()) // error: ^none\(\) \(no value\) used as value$
	variadic("a", list...)
	variadic("a", 1, list...) // error: ^too many arguments in call to variadic$
	variadic("a", list) // error: ^cannot use list \(variable of type \[\]int\) as int value in argument to variadic$
	variadic(list...) // error: ^not enough arguments in call to variadic$
	variadic("a", array...) // error: ^cannot use array \(variable of type \[3\]int\) as \[\]int value in argument to variadic$
	variadic("a", nil...)
	one()() // error: ^invalid operation: cannot call non-function one\(\) \(value of type int\)$
	text() // error: ^invalid operation: cannot call non-function text \(variable of type string\)$
	p() // error: ^invalid operation: cannot call non-function p \(variable of type point\)$
	none().x() // error: ^none\(\) \(no value\) used as value or type$
	x := none() // error: ^none\(\) \(no value\) used as value$
	y := two() // error: ^assignment mismatch: 1 variable but two returns 2 values$
	z, w := one() // error: ^assignment mismatch: 2 variables but one returns 1 value$
	q, r := 1, 2, 3 // error: ^assignment mismatch: 2 variables but 3 values$
	_, _, _, _, _, _, _ = x, y, z, w, q, r, 1
	str.Repeat("a") // error: ^not enough arguments in call to str\.Repeat$
	fmt.Println(two(), 1) // error: ^multiple-value two\(\) \(value of type \(int, string\)\) in single-value context$
	fmt.println(1) // error: ^undefined: fmt\.println$
	fmt.Printn(1) // error: ^undefined: fmt\.Printn$
	fmt.Println // error: ^fmt\.Println \(value of type func\(a \.\.\.any\) \(n int, err error\)\) is not used$
	fmt // error: ^use of package fmt without selector$
	os.Args.x = 1 // error: ^os\.Args\.x undefined \(type \[\]string has no field or method x\)$
	os.Exit // error: ^os\.Exit \(value of type func\(code int\)\) is not used$
	one = nil // error: ^cannot assign to one \(value of type func\(\) int\) \(neither addressable nor a map index expression\)$
	two().x = 1 // error: ^multiple-value two\(\) \(value of type \(int, string\)\) in single-value context$
}

func selectors() {
	_ = p.z // error: ^p\.z undefined \(type point has no field or method z\)$
	_ = p.in.z + p.in.deep().x // error: ^p\.in\.deep\(\)\.x undefined \(type string has no field or method x\)$
	_ = p.X // error: ^p\.X undefined \(type point has no field or method X, but does have field x\)$
	_ = p.Sum() // error: ^p\.Sum undefined \(type point has no field or method Sum, but does have method sum\)$
	_ = p.sum
	_ = p.sum().x // error: ^p\.sum\(\)\.x undefined \(type int has no field or method x\)$
	_ = point.sum(p) + point.move // error: ^invalid method expression point\.move \(needs pointer receiver \(\*point\)\.move\)$
	_ = (*point).move
	_ = (*point).sum(pp)
	_ = pp.x + ppp.x // error: ^ppp\.x undefined \(type \*\*point has no field or method x\)$
	_ = ppp.sum() // error: ^ppp\.sum undefined \(type \*\*point has no field or method sum\)$
	_ = b.same // error: ^ambiguous selector b\.same$
	_ = b.a + b.b
	_ = b.left.same + b.right.same
	point{}.move(1) // error: ^cannot call pointer method move on point$
	(&point{}).move(1)
	d["a"].move(1) // error: ^cannot call pointer method move on point$
	d["a"].x = 1 // error: ^cannot assign to struct field d\["a"\]\.x in map$
	m = p // error: ^cannot use p \(variable of type point\) as mover value in assignment: point does not implement mover \(method move has pointer receiver\)$
	m = &p
	m = pp.in // error: ^cannot use pp\.in \(variable of type \*inner\) as mover value in assignment: \*inner does not implement mover \(missing method move\)$
	m.x = 1 // error: ^m\.x undefined \(type mover has no field or method x\)$
	m.move("a") // error: ^cannot use "a" \(untyped string constant\) as int value in argument to m\.move$
	m.stop() // error: ^m\.stop undefined \(type mover has no field or method stop\)$
	_ = any1.x // error: ^any1\.x undefined \(type interface\{\} has no field or method x\)$
	_ = text.len // error: ^text\.len undefined \(type string has no field or method len\)$
	_ = list.x // error: ^list\.x undefined \(type \[\]int has no field or method x\)$
	_ = fn.x // error: ^fn\.x undefined \(type func\(int, string\) \(int, error\) has no field or method x\)$
	_ = nil.x // error: ^nil\.x undefined \(type untyped nil has no field or method x\)$
	_ = 1.5.x // error: ^1\.5\.x undefined \(type untyped float has no field or method x\)$
	_ = point.x // error: ^point\.x undefined \(type point has no method x\)$
	_ = mover.move
	_ = inner{}.change // error: ^cannot call pointer method change on inner$
	_ = p.(point) // error: ^invalid operation: p \(variable of type point\) is not an interface$
	_ = any1.(undefined) // error: ^undefined: undefined$
	_ = m.(point) // error: ^impossible type assertion: m\.\(point\)$
	_ = m.(*point)
	_ = m.(inner) // error: ^impossible type assertion: m\.\(inner\)$
	_ = m.(fmt.Stringer)
}

func indices() {
	_ = list["a"] + list[1.5] + list[-1] + list[1.0] // error: ^invalid argument: index "a" \(untyped string constant\) must be integer$
	_ = array[3] + array[-1] + array[one()] // error: ^invalid argument: index 3 out of bounds \[0:3\]$
	_ = (&array)[5] // error: ^invalid argument: index 5 out of bounds \[0:3\]$
	_ = "abc"[5] // error: ^invalid argument: index 5 out of bounds \[0:3\]$
	_ = "abc"[1:5] // error: ^invalid argument: index 5 out of bounds \[0:4\]$
	_ = "abc"[2:1] // error: ^invalid slice indices: 1 < 2$
	_ = text[1:2:3] // error: ^invalid operation: 3-index slice of string$
	_ = array[2:1] // error: ^invalid slice indices: 1 < 2$
	_ = array[1:2:1] // error: ^invalid slice indices: 1 < 2$
	_ = array[:4] // error: ^invalid argument: index 4 out of bounds \[0:4\]$
	_ = [3]int{}[:] // error: ^invalid operation: \[3\]int\{\} \(value of type \[3\]int\) \(slice of unaddressable value\)$
	_ = list[nil] // error: ^invalid argument: index nil must be integer$
	_ = list[1:"a"] // error: ^invalid argument: index "a" \(untyped string constant\) must be integer$
	_ = d[1] // error: ^cannot use 1 \(untyped int constant\) as string value in map index$
	_ = d["a"]["b"] // error: ^invalid operation: cannot index d\["a"\] \(map index expression of type point\)$
	_ = ch[0] // error: ^invalid operation: cannot index ch \(variable of type chan int\)$
	_ = p[0] // error: ^invalid operation: cannot index p \(variable of type point\)$
	_ = fn[0] // error: ^invalid operation: cannot index fn \(variable of type func\(int, string\) \(int, error\)\)$
	_ = one[0] // error: ^invalid operation: cannot index one \(value of type func\(\) int\)$
	_ = m[0] // error: ^invalid operation: cannot index m \(variable of type mover\)$
	_ = nil[0] // error: ^invalid operation: cannot index nil$
	_ = (*list)[0] // error: ^invalid operation: cannot indirect list \(variable of type \[\]int\)$
	_ = ppp[0] // error: ^invalid operation: cannot index ppp \(variable of type \*\*point\)$
	text[0] = 'a' // error: ^cannot assign to text\[0\] \(value of type byte\) \(neither addressable nor a map index expression\)$
	one()[0] = 1 // error: ^invalid operation: cannot index one\(\) \(value of type int\)$
	"abc"[0] = 1 // error: ^cannot assign to "abc"\[0\] \(value of type byte\) \(neither addressable nor a map index expression\)$
	[]int{1}[0] = 2
	map[string]int{}["a"] = 1
	array[0], array[5] = 1, 2 // error: ^invalid argument: index 5 out of bounds \[0:3\]$
	_ = &text[0] // error: ^invalid operation: cannot take address of text\[0\] \(value of type byte\)$
	_ = &d["a"] // error: ^invalid operation: cannot take address of d\["a"\] \(map index expression of type point\)$
	_ = &one() // error: ^invalid operation: cannot take address of one\(\) \(value of type int\)$
	_ = &1 // error: ^invalid operation: cannot take address of 1 \(untyped int constant\)$
	_ = &point{}
	_ = &[]int{}
	_ = &p.in.z
	_ = *p // error: ^invalid operation: cannot indirect p \(variable of type point\)$
	_ = *1 // error: ^invalid operation: cannot indirect 1 \(untyped int constant\)$
	_ = *nil // error: ^invalid operation: cannot indirect nil$
	_ = !1 + ^text + -true + +p // error: ^invalid operation: operator ! not defined on 1 \(untyped int constant\)$
	_ = <-1 // error: ^invalid operation: cannot receive from non-channel 1 \(untyped int constant\)$
	_ = <-out // error: ^invalid operation: cannot receive from send-only channel out \(variable of type chan<- int\)$
	_ = <-in + <-ch
}

func literals() {
	_ = point{1} // error: ^too few values in struct literal of type point$
	_ = point{1, 2, nil, 4} // error: ^too many values in struct literal of type point$
	_ = point{x: 1, 2} // error: ^mixture of field:value and value elements in struct literal$
	_ = point{1, y: 2} // error: ^mixture of field:value and value elements in struct literal$
	_ = point{x: 1, x: 2} // error: ^duplicate field name x in struct literal$
	_ = point{q: 1} // error: ^unknown field q in struct literal of type point$
	_ = point{"a": 1} // error: ^invalid field name "a" in struct literal$
	_ = point{x: "a"} // error: ^cannot use "a" \(untyped string constant\) as int value in struct literal$
	_ = []int{0: 1, 0: 2} // error: ^duplicate index 0 in array or slice literal$
	_ = []int{-1: 1} // error: ^invalid argument: index -1 \(untyped int constant\) must not be negative$
	_ = []int{"a": 1} // error: ^invalid argument: index "a" \(untyped string constant\) must be integer$
	_ = []int{1.0: 1, 1.5: 2} // error: ^1\.5 \(untyped float constant\) truncated to int$
	_ = [2]int{1, 2, 3} // error: ^index 2 out of bounds \[0:2\]$
	_ = [2]int{5: 1} // error: ^invalid argument: index 5 out of bounds \[0:2\]$
	_ = [...]int{9: 1, 2}[11] // error: ^invalid argument: index 11 out of bounds \[0:11\]$
	_ = map[string]int{"a": 1, "a": 2} // error: ^duplicate key "a" in map literal$
	_ = map[string]int{1: 1} // error: ^cannot use 1 \(untyped int constant\) as string value in map literal$
	_ = map[interface{}]int{1: 1, 1.0: 2, "1": 3, 1: 4} // error: ^duplicate key 1 in map literal$
	_ = map[string]int{"a"} // error: ^missing key in map literal$
	_ = map[point]int{{1, 2, nil}: 1}
	_ = []*point{{1, 2, nil}, {}}
	_ = []point{{1, 2}, 1} // error: ^too few values in struct literal of type point$
	_ = int{} // error: ^invalid composite literal type int$
	_ = mover{} // error: ^invalid composite literal type mover$
	_ = &point{}.x // error: ^invalid operation: cannot take address of point\{\}\.x \(value of type int\)$
	_ = func(int){}
	_ = undefined{} // error: ^undefined: undefined$
	_ = ints{1, "a"} // error: ^cannot use "a" \(untyped string constant\) as int value in array or slice literal$
	_ = dict{"a": {1, 2, nil}, "b": {3}} // error: ^too few values in struct literal of type point$
	_ = struct{ a int }{a: 1, b: 2} // error: ^unknown field b in struct literal of type struct\{a int\}$
	_ = [...]string{"a", 2: "c", 1: "b"}
	_ = both{left: left{1, 2}, right: nil, a: 1} // error: ^unknown field a in struct literal of type both$
	_ = []interface{}{1, nil, none(), two()} // error: ^none\(\) \(no value\) used as value$
}

func statements() {
	1 // error: ^1 \(untyped int constant\) is not used$
	"a" // error: ^"a" \(untyped string constant\) is not used$
	p.x // error: ^p\.x \(variable of type int\) is not used$
	p.x + 1 // error: ^p\.x \+ 1 \(value of type int\) is not used$
	-one() // error: ^-one\(\) \(value of type int\) is not used$
	<-ch
	one()
	func() {} // error: ^func\(\) \{\} \(value of type func\(\)\) is not used$
	func() {}()
	ch <- "a" // error: ^cannot use "a" \(untyped string constant\) as int value in send$
	in <- 1 // error: ^invalid operation: cannot send to receive-only channel in \(variable of type <-chan int\)$
	1 <- 1 // error: ^invalid operation: cannot send to non-channel 1 \(untyped int constant\)$
	ch <- none() // error: ^none\(\) \(no value\) used as value$
	text++ // error: ^invalid operation: text\+\+ \(non-numeric type string\)$
	none()++ // error: ^none\(\) \(no value\) used as value$
	p.x++
	1++ // error: ^cannot assign to 1 \(untyped int constant\) \(neither addressable nor a map index expression\)$
	x := 1
	x := 2 // error: ^no new variables on left side of :=$
	x, y := 3, 4
	_ = y
	_ := 5 // error: ^no new variables on left side of :=$
	p.x := 1 // error: ^non-name p\.x on left side of :=$
	a, a := 1, 2 // error: ^a repeated on left side of :=$
	var unused int // error: ^declared and not used: unused$
	var unused2 = 1 // error: ^declared and not used: unused2$
	unused3 := 2 // error: ^declared and not used: unused3$
	if x { // error: ^non-boolean condition in if statement$
	}
	if x = 1; true {
	}
	if nil { // error: ^non-boolean condition in if statement$
	}
	if "a" { // error: ^non-boolean condition in if statement$
	}
	for x { // error: ^non-boolean condition in for statement$
	}
	for i := 0; i; i++ { // error: ^non-boolean condition in for statement$
	}
	for i := 0; "a" < i; i++ { // error: ^invalid operation: "a" < i \(mismatched types untyped string and int\)$
	}
	for i := range 3.5 { // error: ^cannot range over 3\.5 \(untyped float constant\)$
	}
	for i := range p { // error: ^cannot range over p \(variable of type point\)$
	}
	for i, j := range ch { // error: ^range over ch \(variable of type chan int\) permits only one iteration variable$
	}
	for i := range out { // error: ^cannot range over out \(variable of type chan<- int\): receive from send-only channel$
	}
	for i, j := range 5 { // error: ^range over 5 \(untyped int constant\) permits only one iteration variable$
	}
	for i, j := range text {
		var r rune = j
		var s string = i // error: ^cannot use i \(variable of type int\) as string value in variable declaration$
		_, _ = r, s
	}
	for k, v := range d {
		k, v = v, k // error: ^cannot use v \(variable of type point\) as string value in assignment$
	}
	for p.q = range list { // error: ^p\.q undefined \(type point has no field or method q\)$
	}
	for x = range text {
	}
	for text = range list { // error: ^cannot use text \(value of type int\) as string value in range clause$
	}
	for range nil { // error: ^cannot range over nil$
	}
	for _ = range array {
	}
	for i := range fn { // error: ^cannot range over fn \(variable of type func\(int, string\) \(int, error\)\): func must be func\(yield func\(\.\.\.\) bool\): wrong argument count$
	}
	for x, y := range one() { // error: ^range over one\(\) \(value of type int\) permits only one iteration variable$
	}
	switch x {
	case 1, 1: // error: ^duplicate case 1 \(constant of type int\) in expression switch$
	case "a": // error: ^invalid case "a" in switch on x \(mismatched types untyped string and int\)$
	case nil: // error: ^invalid case nil in switch on x \(mismatched types untyped nil and int\)$
	case x, y:
	case 1.5: // error: ^1\.5 \(untyped float constant\) truncated to int$
	}
	switch text {
	case "a", "b", "a": // error: ^duplicate case "a" \(constant of type string\) in expression switch$
	}
	switch {
	case x: // error: ^invalid case x in switch on true \(mismatched types int and bool\)$
	case true, false, true:
	}
	switch list {
	case nil:
	case list: // error: ^invalid case list in switch on list \(slice can only be compared to nil\)$
	}
	switch none() { // error: ^none\(\) \(no value\) used as value$
	}
	switch two() { // error: ^multiple-value two\(\) \(value of type \(int, string\)\) in single-value context$
	}
	switch nil { // error: ^use of untyped nil in switch expression$
	}
	switch fn {
	case fn: // error: ^invalid case fn in switch on fn \(func can only be compared to nil\)$
	}
	switch t := any1.(type) { // error: ^declared and not used: t$
	}
	switch t := any1.(type) {
	case int, int: // error: ^duplicate case int in type switch$
	case string:
		_ = t.x // error: ^t\.x undefined \(type string has no field or method x\)$
	case nil, nil: // error: ^duplicate case nil in type switch$
	case point, undefined: // error: ^undefined: undefined$
	case fmt.Stringer:
	case 5: // error: ^5 is not a type$
	}
	switch m.(type) {
	case point: // error: ^impossible type switch case: m \(variable of type mover\) cannot have dynamic type point$
	case *point:
	case inner: // error: ^impossible type switch case: m \(variable of type mover\) cannot have dynamic type inner$
	case fmt.Stringer:
	}
	switch x.(type) { // error: ^x \(variable of type int\) is not an interface$
	}
	switch _ := any1.(type) { // error: ^no new variable on left side of :=$
	}
	select {
	case <-out: // error: ^invalid operation: cannot receive from send-only channel out \(variable of type chan<- int\)$
	case in <- 1: // error: ^invalid operation: cannot send to receive-only channel in \(variable of type <-chan int\)$
	case v := <-ch: // error: ^declared and not used: v$
	case v, ok := <-in:
		_ = v + 1
		_ = ok + 1 // error: ^invalid operation: ok \+ 1 \(mismatched types bool and untyped int\)$
	case text = <-ch: // error: ^cannot use <-ch \(comma, ok expression of type int\) as string value in assignment$
	case list[0] = <-ch:
	case x, ok = <-ch: // error: ^undefined: ok$
	case one() <- 1: // error: ^invalid operation: cannot send to non-channel one\(\) \(value of type int\)$
	case 1 <- 1: // error: ^invalid operation: cannot send to non-channel 1 \(untyped int constant\)$
	case ch <- "a": // error: ^cannot use "a" \(untyped string constant\) as int value in send$
	}
	defer recover()
	go none()
	defer int(1) // error: ^defer requires function call, not conversion int\(1\) \(constant 1 of type int\)$
	defer (none)()
	goto nowhere // error: ^label nowhere not defined$
	goto inside // error: ^goto inside jumps into block starting at line 406$
	{
	inside:
	}
	goto over // error: ^goto over jumps over variable declaration at line 410$
	v := 1
over:
	_ = v
	break // error: ^break is not in a loop, switch, or select$
	continue // error: ^continue is not in a loop$
	fallthrough // error: ^fallthrough statement out of place$
	for {
		break nowhere // error: ^break label not defined: nowhere$
		continue unusedLabel // error: ^invalid continue label unusedLabel$
	}
unusedLabel:
	switch {
	case true:
		fallthrough
	default:
		fallthrough // error: ^cannot fallthrough final case in switch$
	}
	return 1 // error: ^too many return values$
	return
	var later = undefinedName // error: ^undefined: undefinedName$
	later2 := undefinedName // error: ^undefined: undefinedName$
	_, _ = later, later2
	one() = 1 // error: ^cannot assign to one\(\) \(value of type int\) \(neither addressable nor a map index expression\)$
	x, y = y // error: ^assignment mismatch: 2 variables but 1 value$
	x, y = two() // error: ^cannot use two\(\) \(value of type string\) as int value in assignment$
	x = two() // error: ^assignment mismatch: 1 variable but two returns 2 values$
	x += "a" // error: ^invalid operation: x \+= "a" \(mismatched types int and untyped string\)$
	x <<= 1.5 // error: ^1\.5 \(untyped float constant\) truncated to uint$
	x &^= text // error: ^invalid operation: x &\^= text \(mismatched types int and string\)$
	x /= 0 // error: ^invalid operation: division by zero$
	text += 1 // error: ^invalid operation: text \+= 1 \(mismatched types string and untyped int\)$
	text -= "a" // error: ^invalid operation: operator - not defined on text \(variable of type string\)$
	p += p // error: ^invalid operation: operator \+ not defined on p \(variable of type point\)$
	nil = 1 // error: ^cannot assign to nil \(neither addressable nor a map index expression\)$
	_ += 1 // error: ^cannot use _ as value$
	true = false // error: ^cannot assign to true \(untyped bool constant\) \(neither addressable nor a map index expression\)$
	x, 5 = 1, 2 // error: ^cannot assign to 5 \(untyped int constant\) \(neither addressable nor a map index expression\)$
	fmt.Println, x = nil, 1 // error: ^cannot assign to fmt\.Println \(value of type func\(a \.\.\.any\) \(n int, err error\)\) \(neither addressable nor a map index expression\)$
	const c = 1
	c = 2 // error: ^cannot assign to c \(untyped int constant 1\) \(neither addressable nor a map index expression\)$
	c++ // error: ^cannot assign to c \(untyped int constant 1\) \(neither addressable nor a map index expression\)$
	d["a"], list[0], *pp, p.x = point{}, 1, point{}, 2
	d["a"], ok := point{}, true // error: ^non-name d\["a"\] on left side of :=$
}

func long(aVeryLongParameterName, anotherVeryLongParameterName int, aThirdVeryLongParameterName string) int {
	return 0
}

func longTexts() {
	_ = long(one(), one(), "a text that is long enough to be cut, since it has more than eighty bytes, größer")
	var s string = long(one()+one()+one()+one(), one()+one()+one()+one()+one()+one()+one(), "a text") // error: ^cannot use long\(one\(\) \+ one\(\) \+ one\(\) \+ one\(\), one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\), "a text"\) \(value of type int\) as string value in variable declaration$
	var s2 string = one() + one() + one() + one() + one() + one() + one() + one() + one() + one() + one() + one() + one() // error: ^cannot use one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ … \(value of type int\) as string value in variable declaration$
	var s3 string = point{x: one() + one() + one() + one() + one(), y: one() + one() + one() + one() + one() + one()} // error: ^cannot use point\{…\} \(value of type point\) as string value in variable declaration$
	var s4 string = func(aVeryLongParameterName, anotherVeryLongParameterName int) string { return "a long body of a function" } // error: ^cannot use func\(aVeryLongParameterName, anotherVeryLongParameterName int\) string \{…\} \(value of type func\(aVeryLongParameterName int, anotherVeryLongParameterName int\) string\) as string value in variable declaration$
	var s5 string = -(one() + one() + one() + one() + one() + one() + one() + one() + one() + one() + one() + one() + one()) // error: ^cannot use -\(one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) \+ one\(\) … \(value of type int\) as string value in variable declaration$
	var s6 string = point{x: one() + one() + one() + one() + one(), y: one() + one() + one() + one() + one() + one()}.in // error: ^cannot use point\{…\}\.in \(value of type \*inner\) as string value in variable declaration$
	var s7 int = "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü" + "äöüäöüäöüäöü" + text // error: ^cannot use "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü… \(value of type string\) as int value in variable declaration$
	var s8 string = long(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25) // error: ^too many arguments in call to long$
	_, _, _, _, _, _, _, _ = s, s2, s3, s4, s5, s6, s7, s8
}

func main() {}
