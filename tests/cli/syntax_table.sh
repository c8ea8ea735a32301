# One line of a program after another: what the parser says of it first, and where.
. "$ROOT/tests/cli/lib.sh"
while IFS= read -r line; do
    code=${line%% => *} want=${line##* => }
    printf 'package main\n%s\n' "$code" > s.go
    "$GOL" run --compile-only s.go > out 2> err
    got=$(sed -n 's/^s\.go:\([0-9]*:[0-9]*\): error: /\1: /p' err | head -n 1)
    [ "${got:-fine}" = "$want" ] || bad "$code: ${got:-fine}, not $want"
done << 'END'
type T[P *C] struct{} => 2:8: undefined: P
type T[P *C,] struct{} => 2:11: undefined: C
type T[P (C)] struct{} => 2:8: undefined: P
type T[P *C|D] struct{} => 2:8: undefined: P
type T[P *C|~D] struct{} => 2:11: undefined: C
type T[P ~int] struct{} => fine
type T[P interface{ ~int }] struct{} => fine
type T[P []int] struct{} => fine
type T[P *struct{}] struct{} => fine
type T[P, Q any] struct{} => fine
type T[P *C, Q any] struct{} => 2:11: undefined: C
type T [n * m]int => 2:9: undefined: n
type T [f(x)]int => 2:9: undefined: f
type T [n] => 2:11: syntax error: unexpected newline, expected type
type T [] => 2:10: syntax error: unexpected newline, expected type
type T [...]int => 2:8: invalid use of [...] array (outside a composite literal)
type T[] struct{} => fine
type T[P] struct{} => 2:8: undefined: P
type T[P any => 2:13: syntax error: unexpected newline in type parameter list; possibly missing comma or ]
type T =  => 3:1: syntax error: unexpected EOF in type declaration
type = int => 2:6: syntax error: unexpected =, expected name
type 5 int => 2:6: syntax error: unexpected literal 5, expected name
type ( => 3:1: syntax error: unexpected EOF, expected )
type ( T int; U ) => 2:17: syntax error: unexpected ) in type declaration
type T struct { a, b } => 2:22: syntax error: unexpected }, expected type
type T struct { a int, b int } => 2:22: syntax error: unexpected comma in struct type; possibly missing semicolon or newline or }
type T struct { a int "x" "y" } => 2:27: syntax error: unexpected literal "y" in struct type; possibly missing semicolon or newline or }
type T struct { (int) } => 2:17: syntax error: cannot parenthesize embedded type
type T struct { *(int) } => 2:18: syntax error: cannot parenthesize embedded type
type T struct { a.b.c } => 2:20: syntax error: unexpected . in struct type; possibly missing semicolon or newline or }
type T struct { a.b[int]; c[int] } => 2:17: undefined: a
type T struct { a [5]int; b []int; c[n]int } => 2:38: undefined: n
type T struct { func() } => 2:17: syntax error: unexpected keyword func, expected field name or embedded type
type T interface { m[P any]() } => 2:21: syntax error: interface method must have no type parameters
type T interface { m(), n() } => 2:23: syntax error: unexpected comma in interface type; possibly missing semicolon or newline or }
type T interface { ~int | ~string; m(); fmt.Stringer; a.b[int]; c[int] } => 2:41: undefined: fmt
type T interface { int, string } => 2:23: syntax error: unexpected comma in interface type; possibly missing semicolon or newline or }
type T interface { (int) } => fine
type T interface { *int | []byte | func() } => fine
type T interface { | int } => 2:20: syntax error: unexpected |, expected ~ term or type
type T func(a int, string) => 2:20: syntax error: mixed named and unnamed parameters
type T func(a, b, ...int) => 2:13: undefined: a
type T func(...) => 2:16: syntax error: ... is missing type
type T func(a ...int, b) => 2:23: syntax error: mixed named and unnamed parameters
type T func(a.b, *c) (d, e) => 2:13: undefined: a
type T func(int) (int => 2:22: syntax error: unexpected newline in parameter list; possibly missing comma or )
type T map[int => 2:15: syntax error: unexpected newline, expected ]
type T map[int] => 2:16: syntax error: unexpected newline, expected type
type T map{} => 2:11: syntax error: unexpected {, expected [
type T chan => 3:1: syntax error: missing channel element type
type T <-int => 2:10: syntax error: unexpected name int, expected chan
type T <-chan<- chan int => fine
type T chan (<-chan int) => fine
func => 3:1: syntax error: unexpected EOF, expected name or (
func f => 2:7: syntax error: unexpected newline, expected (
func f( => 3:1: syntax error: unexpected EOF, expected )
func f() => fine
func f() { => 3:1: syntax error: unexpected EOF, expected }
func f() } => 2:10: syntax error: unexpected } after top level declaration
func f() int {}} => 2:16: syntax error: unexpected } after top level declaration
func f() => fine
{ => 2:1: syntax error: non-declaration statement outside function body
func (r T) () {} => 2:12: syntax error: unexpected (, expected name
func (r T, s U) f() {} => 2:6: method has multiple receivers
func () f() {} => 2:6: method has no receiver
func (T) f[P any]() {} => 2:11: syntax error: method must have no type parameters
func f[]() {} => 2:8: syntax error: empty type parameter list
func f[P]() {} => 2:9: syntax error: missing type constraint
func f[P any, ]() {} => fine
func f(a int b int) {} => 2:14: syntax error: unexpected name b in parameter list; possibly missing comma or )
func f(a int; b int) {} => 2:13: syntax error: unexpected semicolon in parameter list; possibly missing comma or )
func f(a int,, b int) {} => 2:14: syntax error: unexpected comma, expected )
func f(func) {} => 2:12: syntax error: unexpected ), expected (
func f(a []) {} => 2:12: syntax error: unexpected ), expected type
func 5() {} => 2:6: syntax error: unexpected literal 5, expected name or (
func f() { x := } => 2:17: syntax error: unexpected }, expected expression
func f() { x = = 1 } => 2:16: syntax error: unexpected =, expected expression
func f() { x + } => 2:16: syntax error: unexpected }, expected expression
func f() { x y } => 2:14: syntax error: unexpected name y at end of statement
func f() { 5 := 1 } => 2:12: non-name 5 on left side of :=
func f() { a.b := 1 } => 2:12: non-name a.b on left side of :=
func f() { a, 5 := 1, 2 } => 2:15: non-name 5 on left side of :=
func f() { x++ + 1 } => 2:16: syntax error: unexpected + at end of statement
func f() { y := x++ } => 2:18: syntax error: unexpected ++ at end of statement
func f() { ++x } => 2:12: syntax error: unexpected ++, expected }
func f() { if { } } => 2:15: syntax error: missing condition in if statement
func f() { if x; { } } => 2:16: syntax error: missing condition in if statement
func f() { if x := 1 { } } => 2:15: syntax error: cannot use x := 1 as value
func f() { if x = 1 { } } => 2:15: syntax error: cannot use assignment x = 1 as value
func f() { if x := 1; y := 2 { } } => 2:23: syntax error: cannot use y := 2 as value
func f() { if x == T{1} { } } => 2:25: syntax error: unexpected { at end of statement
func f() { if x { } else y } => 2:26: syntax error: else must be followed by if or statement block
func f() { if x { } elseif y { } } => 2:21: syntax error: unexpected name elseif at end of statement
func f() { if x { } else { } else { } } => 2:30: syntax error: unexpected keyword else at end of statement
func f() { else { } } => 2:12: syntax error: unexpected keyword else at beginning of statement
func f() { for { } else { } } => 2:20: syntax error: unexpected keyword else at end of statement
func f() { for i := 0; i < 3 { } } => 2:30: syntax error: unexpected {, expected semicolon or newline
func f() { for i := 0; i < 3; i++; j++ { } } => 2:34: syntax error: unexpected semicolon, expected { after for clause
func f() { for i := 0; i < 3; j := 1 { } } => 2:31: syntax error: cannot declare in post statement of for loop
func f() { for i := range { } } => 2:27: syntax error: unexpected {, expected expression
func f() { for i, j, k := range x { } } => 2:22: range clause permits at most two iteration variables
func f() { for i in x { } } => 2:18: syntax error: unexpected name in, expected {
func f() { for x = range y, z { } } => 2:27: syntax error: unexpected comma, expected { after for clause
func f() { for ;; { } for ; { } for ;x; { } } => 2:23: syntax error: unexpected keyword for at end of statement
func f() { while x { } } => 2:18: syntax error: unexpected name x at end of statement
func f() { switch x { y } } => 2:23: syntax error: unexpected name y, expected case or default or }
func f() { switch x { case 1 } } => 2:30: syntax error: unexpected }, expected :
func f() { switch x { case: } } => 2:27: syntax error: unexpected :, expected expression
func f() { switch x { case 1, : } } => 2:31: syntax error: unexpected :, expected expression
func f() { switch x { default: default: } } => 2:19: undefined: x
func f() { switch x := y { } } => 2:19: syntax error: cannot use x := y as value
func f() { switch x := y.(type) { case int: } } => 2:24: undefined: y
func f() { switch x := y; z.(type) { } } => 2:24: undefined: y
func f() { switch x.(type), y { } } => 2:31: syntax error: unexpected {, expected := or = or comma
func f() { y := x.(type) } => 2:17: use of .(type) outside type switch
func f() { select { case x: } } => 2:26: select case must be receive, send or assign recv
func f() { select { case x := 1: } } => 2:26: select case must be receive, send or assign recv
func f() { select { case x, y = <-c: case c <- 1: case <-c: case x, y, z = <-c: default: } } => 2:35: undefined: c
func f() { select c { } } => 2:19: syntax error: missing { after select clause
func f() { go x } => 2:15: expression in go must be function call
func f() { defer x } => 2:18: expression in defer must be function call
func f() { go (x()) } => 2:15: syntax error: expression in go must not be parenthesized
func f() { defer func() { } } => 2:18: expression in defer must be function call
func f() { go } => 2:15: syntax error: unexpected }, expected expression
func f() { return 1, } => 2:22: syntax error: unexpected }, expected expression
func f() { goto } => 2:17: syntax error: unexpected }, expected name
func f() { break 5 } => 2:18: syntax error: unexpected literal 5 at end of statement
func f() { continue x y } => 2:23: syntax error: unexpected name y at end of statement
func f() { fallthrough x } => 2:24: syntax error: unexpected name x at end of statement
func f() { L: } => 2:12: label L defined and not used
func f() { L: L: x() } => 2:15: label L already defined at line 2
func f() { 5: x() } => 2:13: syntax error: unexpected : at end of statement
func f() { var x } => 2:18: syntax error: unexpected }, expected type
func f() { var x, } => 2:19: syntax error: unexpected }, expected name
func f() { var x int = } => 2:24: syntax error: unexpected }, expected expression
func f() { var 5 int } => 2:16: syntax error: unexpected literal 5, expected name
func f() { var (x int; y = 1; ) } => 2:17: declared and not used: x
func f() { const x } => 2:18: missing init expr for x
func f() { const (x = 1; y; z int) } => 2:29: missing init expr for z
func f() { const x int } => 2:18: missing init expr for x
func f() { import "fmt" } => 2:12: syntax error: unexpected keyword import, expected }
func f() { func g() { } } => 2:17: syntax error: unexpected name g, expected (
func f() { type X int; type ( Y = X; Z[P any] struct{} ) } => fine
func f() { x := [] } => 2:20: syntax error: unexpected }, expected type
func f() { x := []int } => 2:17: []int (type) is not an expression
func f() { x := []int{1 2} } => 2:25: syntax error: unexpected literal 2 in composite literal; possibly missing comma or }
func f() { x := []int{1, 2 } => 3:1: syntax error: unexpected EOF, expected }
func f() { x := []int{1, => 3:1: syntax error: unexpected EOF, expected }
func f() { x := T{a: 1 b: 2} } => 2:24: syntax error: unexpected name b in composite literal; possibly missing comma or }
func f() { x := T{a: } } => 2:22: syntax error: unexpected }, expected expression
func f() { x := map[string]int{"a": 1, "b" } } => 2:40: missing key in map literal
func f() { x := [...]int{} ; y := [...] } => 2:41: syntax error: unexpected }, expected type
func f() { x := (1 } => 2:20: syntax error: unexpected }, expected )
func f() { x := (1, 2) } => 2:19: syntax error: unexpected comma, expected )
func f() { x := () } => 2:18: syntax error: unexpected ), expected expression
func f() { x := a[] } => 2:19: syntax error: unexpected ], expected operand
func f() { x := a[1 } => 2:21: syntax error: unexpected }, expected comma, : or ]
func f() { x := a[1:2:] } => 2:23: final index required in 3-index slice
func f() { x := a[::3] } => 2:20: middle index required in 3-index slice
func f() { x := a[1::3] } => 2:21: middle index required in 3-index slice
func f() { x := a[1:2:3:4] } => 2:24: syntax error: unexpected :, expected ]
func f() { x := a[int, string](1) } => 2:17: undefined: a
func f() { x := a[int,](1) } => 2:17: undefined: a
func f() { x := f(1 2) } => 2:21: syntax error: unexpected literal 2 in argument list; possibly missing comma or )
func f() { x := f(1, } => 2:22: syntax error: unexpected }, expected expression
func f() { x := f(a..., b) } => 2:25: syntax error: unexpected name b, expected )
func f() { x := f(...) } => 2:19: syntax error: unexpected ..., expected expression
func f() { x := a. } => 2:20: syntax error: unexpected }, expected name or (
func f() { x := a.5 } => 2:18: syntax error: unexpected literal .5 at end of statement
func f() { x := a.(int } => 2:24: syntax error: unexpected }, expected )
func f() { x := a.() } => 2:20: syntax error: unexpected ), expected type
func f() { x := *  } => 2:20: syntax error: unexpected }, expected expression
func f() { x := & & y } => 2:21: undefined: y
func f() { x := <- } => 2:20: syntax error: unexpected }, expected expression
func f() { x := <-chan int(nil) } => 2:12: declared and not used: x
func f() { x := <-chan<- int(nil) } => 2:17: invalid operation: cannot receive from send-only channel chan<- int(nil) (value of type chan<- int)
func f() { x := func { } } => 2:22: syntax error: unexpected {, expected (
func f() { x := func() } => 2:17: func() (type) is not an expression
func f() { x := func() int { } } => 2:30: missing return
func f() { x := struct{}{} ; y := interface{}(nil) ; z := chan int(nil) } => 2:12: declared and not used: x
func f() { x := 08 } => 2:18: invalid digit '8' in octal literal
func f() { x := 0x } => 2:17: hexadecimal literal has no digits
func f() { x := 0b12 } => 2:20: invalid digit '2' in binary literal
func f() { x := 1_ } => 2:18: '_' must separate successive digits
func f() { x := 1__0 } => 2:18: '_' must separate successive digits
func f() { x := 0x1.p } => 2:17: exponent has no digits
func f() { x := 1e } => 2:17: exponent has no digits
func f() { x := 0x1p-2i } => 2:12: declared and not used: x
func f() { x := 'ab' } => 2:17: more than one character in rune literal
func f() { x := '' } => 2:17: empty rune literal or unescaped ' in rune literal
func f() { x := 'a } => 2:17: newline in rune literal
func f() { x := '\q' } => 2:19: unknown escape
func f() { x := '\400' } => 2:19: octal escape value 256 > 255
func f() { x := "\xg" } => 2:20: invalid character 'g' in hexadecimal escape
func f() { x := "\u12" } => 2:22: invalid character '"' in hexadecimal escape
func f() { x := "\ud800" } => 2:20: escape is invalid Unicode code point U+D800
func f() { x := "a => 2:19: newline in string
func f() { x := `a => 2:17: string not terminated
func f() { x := "a" "b" } => 2:21: syntax error: unexpected literal "b" at end of statement
func f() { x ? y : z } => 2:14: invalid character U+003F '?'
func f() { x := y ? 1 : 2 } => 2:19: invalid character U+003F '?'
func f() { x := @y } => 2:17: invalid character U+0040 '@'
func f() { x := #y } => 2:17: invalid character U+0023 '#'
func f() { x := $y } => 2:17: invalid character U+0024 '$'
func f() { /*  => 2:12: comment not terminated
func f() { x := 1 // y } => 3:1: syntax error: unexpected EOF, expected }
var x => 2:6: syntax error: unexpected newline, expected type
var x int y => 2:11: syntax error: unexpected name y after top level declaration
var (x, y => 2:10: syntax error: unexpected newline, expected type
var x = 1,  => 3:1: syntax error: unexpected EOF, expected expression
const => 3:1: syntax error: unexpected EOF, expected name
const x = => 3:1: syntax error: unexpected EOF, expected expression
const x, y int => 2:7: missing init expr for x
import => 3:1: syntax error: missing import path; require quoted string
import fmt => 2:11: syntax error: missing import path; require quoted string
import "a" "b" => 2:12: syntax error: unexpected literal "b" after top level declaration
import ("a"; b "c"; . "d"; _ "e" => 3:1: syntax error: unexpected EOF, expected )
import 5 => 2:8: syntax error: import path must be a string
import "" => 2:8: invalid import path (empty string)
import "a b" => 2:8: import path contains space character: U+0020 ' '
import "a\x00" => 2:8: import path contains control character
import 'a' => 2:8: syntax error: import path must be a string
import `fmt` ; import "os" => 2:8: "fmt" imported and not used
x := 1 => 2:1: syntax error: non-declaration statement outside function body
x => 2:1: syntax error: non-declaration statement outside function body
} => 2:1: syntax error: non-declaration statement outside function body
package main => 2:1: syntax error: non-declaration statement outside function body
func f() { if x { return } ; } => 2:15: undefined: x
func f() { a, b = 1 ; a, b := c ; a <- b <- c ; a <- = 1 } => 2:42: syntax error: unexpected <- at end of statement
func f() { a := <-b, c ; a += 1, 2 ; a, b += 1 ; a &^= b <<= 1 } => 2:32: syntax error: unexpected comma at end of statement
func f() { x.y.z, *p, a[1], (b) = 1, 2, 3, 4 } => 2:12: undefined: x
func f() { for range x { } ; for range 5 { } ; for i := range f { } ; for x.y = range z { } } => 2:22: undefined: x
END
finish
