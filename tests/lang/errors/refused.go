// What types, constants and conversions the checker refuses, and what it calls them.
package main

import "unsafe"

type invalid undefinedType // error: ^undefined: undefinedType$
type self struct{ self } // error: ^invalid recursive type: self refers to itself$
type selfArray [2]selfArray // error: ^invalid recursive type: selfArray refers to itself$
type loopA struct{ b loopB } // error: ^invalid recursive type loopA$
type loopB struct{ a loopA }
type lenLoop [len(lenLoop{})]int // error: ^invalid recursive type: the length of lenLoop depends on itself$
type embeds interface { // error: ^invalid recursive type: embeds refers to itself$
	embeds
	int
}
type embedA interface{ embedB } // error: ^invalid recursive type embedA$
type embedB interface{ embedA }
type twice interface {
	m()
	m() // error: ^duplicate method m$
}
type clash interface {
	interface{ m() }
	interface{ m(int) } // error: ^duplicate method m$
}
type fields struct {
	a int
	a string // error: ^a redeclared$
	*int
	int // error: ^int redeclared$
	unsafe.Pointer // error: ^embedded field type cannot be unsafe\.Pointer$
	*error // error: ^embedded field type cannot be a pointer to an interface$
	error // error: ^error redeclared$
	notField "tag" // error: ^undefined: notField$
}
type tags struct {
	a int "x"
}
type withMethod struct{ m int }

func (withMethod) m()      {} // error: ^field and method with the same name m$
func (withMethod) n()      {}
func (*withMethod) n()     {} // error: ^method withMethod\.n already declared$
func (int) k()             {} // error: ^cannot define new methods on non-local type int$
func (*error) k()          {} // error: ^cannot define new methods on non-local type error$
func (**withMethod) k()    {} // error: ^invalid receiver type \*\*withMethod$
func ([]int) k()           {} // error: ^invalid receiver type \[\]int$
func (undefinedType) k()   {} // error: ^undefined: undefinedType$
func (list[T]) k()         {}
func (list[T, U]) k2()     {} // error: ^too many type arguments for type list: have 2, want 1$
func (list) k3()           {} // error: ^cannot use generic type list\[T any\] without instantiation$
func (list[int]) k4() int  { return 1 } // error: ^cannot use 1 \(untyped int constant\) as int value in return statement$
func (clash) k()           {} // error: ^invalid receiver type clash \(pointer or interface type\)$
func (ptr) k()             {} // error: ^invalid receiver type ptr \(pointer or interface type\)$

type ptr *int
type list[T any] struct{}
type gen[T any, T any] struct{} // error: ^T redeclared in this block$
type genUse[T int] struct{ t T }
type genEmbed[T any] struct{ T } // error: ^embedded field type cannot be a \(pointer to a\) type parameter$
type genIface[T any] interface{ T } // error: ^cannot embed type parameter T$
type union interface{ int | string }
type unionBad interface{ int | error | ~withMethod | ~error } // error: ^cannot use error in union \(error contains methods\)$
type unionDup interface{ int | int | ~int } // error: ^overlapping terms int and int$
type unionTwo interface {
	int | string
	string | bool
}
type empty interface {
	int
	string
}

var u union // error: ^cannot use type union outside a type constraint: interface contains type constraints$
var v comparable // error: ^cannot use type comparable outside a type constraint: interface is \(or embeds\) comparable$
var w interface{ comparable } // error: ^cannot use type interface\{comparable\} outside a type constraint: interface is \(or embeds\) comparable$
var arr [-1]int // error: ^invalid array length -1 \(untyped int constant\)$
var arr2 [1.5]int // error: ^array length 1\.5 \(untyped float constant\) must be integer$
var arr3 ["a"]int // error: ^array length "a" \(untyped string constant\) must be integer$
var arr4 [x]int // error: ^invalid array length x$
var arr5 [...]int // error: ^invalid use of \[\.\.\.\] array \(outside a composite literal\)$
var arr6 [1 << 62]int // error: ^type \[4611686018427387904\]int larger than address space, or nested too deeply$
var arr7 [undefinedConst]int // error: ^undefined: undefinedConst$
var x = 5
var mp map[[]int]string // error: ^invalid map key type \[\]int$
var mp2 map[func()]string // error: ^invalid map key type func\(\)$
var mp3 map[struct{ s []int }]int // error: ^invalid map key type struct\{s \[\]int\}$
var mp4 map[interface{}]int
var mp5 map[undefinedType]int // error: ^undefined: undefinedType$
var fn func(a, int) string // error: ^undefined: a$
var fn2 func(a int, a string) // error: ^a redeclared in this block$
var fn3 func(a ...int, b int) // error: ^can only use \.\.\. with final parameter in list$
var fn4 func(...int) (...string) // error: ^can only use \.\.\. with final parameter in list$
var ch chan undefinedType // error: ^undefined: undefinedType$
var pt *undefinedType // error: ^undefined: undefinedType$
var pk unsafe // error: ^use of package unsafe without selector$
var nf unsafe.NoSuch // error: ^undefined: unsafe\.NoSuch$
var st struct{ a undefinedType } // error: ^undefined: undefinedType$
var rt [2]rt // error: ^initialization cycle: rt refers to itself$

func conversions[T ~int | ~string, E any](t T, e E) {
	_ = int("a") // error: ^cannot convert "a" \(untyped string constant\) to type int$
	_ = int(1.5) // error: ^cannot convert 1\.5 \(untyped float constant\) to type int \(truncated\)$
	_ = int8(300) // error: ^constant 300 overflows int8$
	_ = uint(-1) // error: ^constant -1 overflows uint$
	_ = string(1.5) // error: ^cannot convert 1\.5 \(untyped float constant\) to type string$
	_ = string(65) + string(-1) + string(1<<40) + string(rune(x))
	_ = []byte("a") + 1 // error: ^invalid operation: \[\]byte\("a"\) \+ 1 \(mismatched types \[\]byte and untyped int\)$
	_ = []rune(5) // error: ^cannot convert 5 \(untyped int constant\) to type \[\]rune$
	_ = [2]int([]int{1})
	_ = (*[2]int)([]int{1})
	_ = [2]string([]int{1}) // error: ^cannot convert \[\]int\{…\} \(value of type \[\]int\) to type \[2\]string$
	_ = (chan<- int)(make(chan int))
	_ = (chan int)(make(chan<- int)) // error: ^cannot convert make\(chan<- int\) \(value of type chan<- int\) to type chan int$
	_ = (*int)(&t) // error: ^cannot convert &t \(value of type \*T\) to type \*int$
	_ = (func())(nil)
	_ = (func())(5) // error: ^cannot convert 5 \(untyped int constant\) to type func\(\)$
	_ = error(nil)
	_ = error(withMethod{}) // error: ^cannot convert withMethod\{\} \(value of type withMethod\) to type error: withMethod does not implement error \(missing method Error\)$
	_ = interface{ n() }(withMethod{})
	_ = interface{ q() }(&withMethod{}) // error: ^cannot convert &withMethod\{\} \(value of type \*withMethod\) to type interface\{q\(\)\}: \*withMethod does not implement interface\{q\(\)\} \(missing method q\)$
	_ = struct{ m int }(withMethod{})
	_ = struct{ m int "t" }(withMethod{})
	_ = unsafe.Pointer(x) // error: ^cannot convert x \(variable of type int\) to type unsafe\.Pointer$
	_ = unsafe.Pointer(uintptr(0))
	_ = uintptr(unsafe.Pointer(nil))
	_ = uintptr(&x) // error: ^cannot convert &x \(value of type \*int\) to type uintptr$
	_ = T(1)
	_ = T("a") // error: ^cannot convert "a" \(untyped string constant\) to type T$
	_ = T(x)
	_ = int(t) // error: ^cannot convert t \(variable of type T\) to type int$
	_ = []byte(t) // error: ^cannot convert t \(variable of type T\) to type \[\]byte$
	_ = E(1) // error: ^cannot convert 1 \(untyped int constant\) to type E$
	_ = E(e)
	_ = T(e) // error: ^cannot convert e \(variable of type E\) to type T$
	_ = bool(1) // error: ^cannot convert 1 \(untyped int constant\) to type bool$
	_ = complex64(1) + complex64(1i)
	_ = complex128("a") // error: ^cannot convert "a" \(untyped string constant\) to type complex128$
	_ = float32(1e100) // error: ^cannot convert 1e100 \(untyped float constant 1e\+100\) to type float32$
	_ = float64(1<<2000) // error: ^invalid operation: invalid shift count 2000 \(constant of type uint\)$
	_ = int(1i) + int(2i-2i) // error: ^cannot convert 1i \(untyped complex constant \(0 \+ 1i\)\) to type int \(truncated\)$
	_ = int() // error: ^missing argument in conversion to int$
	_ = int(1, 2) // error: ^too many arguments in conversion to int$
	_ = int(nil) // error: ^cannot convert nil to type int$
	_ = (*int)(nil) == nil
	_ = undefinedType(1) // error: ^undefined: undefinedType$
	_ = []int(nil...) // error: ^invalid use of \.\.\. in conversion to \[\]int$
	_ = int // error: ^int \(type\) is not an expression$
	_ = map[string]int // error: ^map\[string\]int \(type\) is not an expression$
}

const (
	c0 int = "a" // error: ^cannot use "a" \(untyped string constant\) as int value in constant declaration$
	c1     = x // error: ^x \(variable of type int\) is not constant$
	c2     = len("abc") + 1<<3
	c3     = 1 / 0 // error: ^invalid operation: division by zero$
	c4     = 1.0 / 0 // error: ^invalid operation: division by zero$
	c5     = 1 % 0 // error: ^invalid operation: division by zero$
	c6     = 1.5 % 2 // error: ^invalid operation: operator % not defined on 1\.5 \(untyped float constant\)$
	c7     = "a" - "b" // error: ^invalid operation: operator - not defined on "a" \(untyped string constant\)$
	c8     = !1 // error: ^invalid operation: operator ! not defined on 1 \(untyped int constant\)$
	c9     = -"a" // error: ^invalid operation: operator - not defined on "a" \(untyped string constant\)$
	c10    = ^1.5 // error: ^invalid operation: operator \^ not defined on 1\.5 \(untyped float constant\)$
	c11    = 1 << -1 // error: ^invalid operation: negative shift count -1 \(untyped int constant\)$
	c12    = 1 << 1.5 // error: ^1\.5 \(untyped float constant\) truncated to uint$
	c13    = 1 << 1000000 // error: ^invalid operation: invalid shift count 1000000 \(constant of type uint\)$
	c14    = "a" << 1 // error: ^invalid operation: shifted operand "a" \(untyped string constant\) must be integer$
	c15    = 1.0 << 3
	c16 int8 = 1 << 7 // error: ^cannot use 1 << 7 \(untyped int constant 128\) as int8 value in constant declaration \(overflows\)$
	c17    = uint8(1) - 2 // error: ^uint8\(1\) - 2 \(constant -1 of type uint8\) overflows uint8$
	c18    = ^uint8(1)
	c19    = 5 == "a" // error: ^invalid operation: 5 == "a" \(mismatched types untyped int and untyped string\)$
	c20    = true && 1 // error: ^invalid operation: true && 1 \(mismatched types untyped bool and untyped int\)$
	c21    = true + false // error: ^invalid operation: operator \+ not defined on true \(untyped bool constant\)$
	c22    = "a" < "b" == true
	c23    = 1i < 2 // error: ^invalid operation: 1i < 2 \(operator < not defined on untyped complex\)$
	c24    = 1i == 1
	c25    = 'a' + 1.5
	c26    = nil // error: ^nil is not constant$
	c27    = 1 << 511 * 1 << 511 // error: ^constant shift overflow$
	c28    = 1e1000000000 // error: ^excessively large constant: 1e1000000000$
	c29    = 0x1p-2 + 0b11 + 0o17 + 1_000
	c30 []int = nil // error: ^invalid constant type \[\]int$
	c31 float32 = 1e39 // error: ^cannot use 1e39 \(untyped float constant 1e\+39\) as float32 value in constant declaration \(overflows\)$
	c32    = 1/3.0 + 1/3
	c33    = -5 / 2 * 3 % 4 &^ 1
	c34    = (1 + 2i) * (3 - 4i) / (1i)
	c35    = (1 + 2i) / 0 // error: ^invalid operation: division by zero$
	c36    = real(c34) + imag(c34)
	c37    = "x" + "y" + 'z' // error: ^invalid operation: "x" \+ "y" \+ 'z' \(mismatched types untyped string and untyped rune\)$
	c38    = +"a" // error: ^invalid operation: operator \+ not defined on "a" \(untyped string constant\)$
	c39    = +1.5 - -1.5
	c40 bool = 1 < 2
	c41 string = c40 // error: ^cannot use c40 \(constant true of type bool\) as string value in constant declaration$
	c42, c43 = 1 // error: ^missing init expr for c43$
	c44 = 1, 2 // error: ^extra init expr 2$
)

func main() {}
