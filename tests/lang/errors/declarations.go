package main

import (
	"fmt"
	. "strings" // error: "strings" imported and not used
	"unsafe"
	other "os" // error: "os" imported as other and not used
	_ "sort"
)

// One mistake a declaration.

type (
	self struct{ s self }                         // error: invalid recursive type
	one  struct{ o another }                      // error: invalid recursive type
	another struct{ o one }
	array [2]array                                // error: invalid recursive type
	iface interface{ iface }                      // error: invalid recursive type
	alias = []alias                               // error: (invalid recursive type|refers to itself)
	twice struct{ a int; a string }               // error: (redeclared|duplicate field)
	point struct{ x, y int }
	iembed struct{ *fmt.Stringer }                // error: pointer to an interface
)

type duplicate interface {
	m()
	m() // error: duplicate method m
}

type blankmethod interface {
	_() // error: (unique non-blank|must have a unique)
}

type first interface{ m() int }
type second interface{ m() string }
type both interface {
	first
	second // error: duplicate method m
}

type number interface{ ~int | ~float64 }
type badterm interface{ ~fmt.Stringer }           // error: invalid use of ~
type tildenamed interface{ ~point2 }              // error: invalid use of ~
type point2 point
type unionmethods interface{ int | fmt.Stringer } // error: (contains methods|cannot use)
type unioncomparable interface{ int | comparable } // error: comparable
type overlap interface{ int | ~int }              // error: overlapping
type twiceterm interface{ int | int }             // error: overlapping

func (point) x() {}                               // error: (field and method|redeclared)
func (point) scale() {}
func (point) scale() {}                           // error: (redeclared|already declared|duplicate method)
func (int) method() {}                            // error: (cannot define new methods|non-local)
func (nosuch) method() {}                         // error: undefined: nosuch
func (*fmt.Stringer) method() {}                  // error: (cannot define new methods|non-local|pointer)
func (first) method() {}                          // error: (invalid receiver|interface)
func (**point) method() {}                        // error: (invalid receiver|not a defined type)
func ([]int) method() {}                          // error: (invalid receiver|not a defined type)

func missing() int {}                             // error: missing return
func init() int { return 1 }                      // error: func init must have no
func init(a int) {}                               // error: func init must have no
func main[T any]() {}                             // error: (func main must have no type parameters|no type)
var init int                                      // error: cannot declare init
func parameters(a int, a string) {}               // error: (redeclared|duplicate argument)
func results() (a int, a string) { return }       // error: (redeclared|duplicate argument)
func named() (a int, b string) { return 1 }       // error: (not enough return values|missing return)
func many() int { return 1, 2 }                   // error: too many return values
func none() { return 1 }                          // error: too many return values
func dots(a ...int, b int) {}                     // error: can only use \.\.\. with final
func twicedots(a, b ...int) {}                    // error: can only use \.\.\. with final
func shadow() (err error) {
	{
		err := error(nil) // error: declared and not used: err
		return // error: (not in scope|is shadowed)
	}
}

const (
	noconstant = main2()                          // error: is not constant
	toolarge int8 = 300                           // error: overflows
	cyclic = cyclic2                              // error: (initialization cycle|cycle)
	cyclic2 = cyclic
	typed point = 1                               // error: (invalid constant type|not constant)
	a, b = 1                                      // error: missing (init expr|value)
	extra = 1, 2                                  // error: extra init expr
)

func main2() int { return 1 }

var (
	cycle1 = cycle2                               // error: initialization cycle
	cycle2 = cycle1
	x int = "a"                                   // error: cannot use "a"
	y, z = 1                                      // error: (assignment mismatch|missing init expr)
	v void                                        // error: undefined: void
	w fmt.Nothing                                 // error: undefined: fmt.Nothing
	t fmt.stringer                                // error: (undefined|not exported)
	u other                                       // error: (is not a type|use of package other)
	redeclared int
	redeclared string                             // error: redeclared
	generic1 list                                 // error: without instantiation
	generic2 list[int, int]                       // error: (too many type arguments|got 2 )
	generic3 point[int]                           // error: is not a generic type
	generic4 constrained[string]                  // error: (does not (satisfy|implement)|string does not)
	generic5 constrained                          // error: without instantiation
	generic6 number                               // error: (outside a type constraint|contains type constraints)
	generic7 comparable                           // error: (outside a type constraint|is \(or embeds\) comparable)
	generic8 nosuch[int]                          // error: undefined: nosuch
	generic9 main2[int]                           // error: is not a (generic )?type
	len1 [len(slice)]int                          // error: (must be constant|not constant|invalid array length)
	mapkey map[func()]int                         // error: invalid map key type
	slice []int
)

type list[T any] struct{ items []T }
type constrained[T number] struct{ v T }
type twoparams[T, T any] struct{}                 // error: (redeclared|duplicate)
type embedsparam[T any] struct{ T }               // error: embedded field type cannot be a .*type parameter
type embedspointer[T any] struct{ *T }            // error: embedded field type cannot be a .*type parameter
type embedsunsafe struct{ unsafe.Pointer }        // error: embedded field type cannot be unsafe.Pointer
type paramonly[T any] T                           // error: cannot use a type parameter as RHS
type badbound[T point2] struct{ v T }
type constraintparam[T any, U T] struct{}         // error: cannot use a type parameter as constraint
type termparam[T any, U interface{ T | int }] struct{} // error: (term cannot represent type parameter|type parameter)

func (l list[T]) add(v T)         {}
func (l list[int]) shadowed(v int) {}
func (l list) bare()              {}              // error: without instantiation

func sum[T number](a, b T) T      { return a + b }
func compare[T any](a, b T) bool  { return a == b } // error: operator == not defined on T
func order[T comparable](a, b T) bool { return a < b } // error: (cannot compare|not ordered|operator <)
func fieldof[T point](a T) int    { return a.x }   // error: (undefined|no field)
func index[T any](a T)            { _ = a[0] }     // error: cannot index
func rangeover[T any](a T)        { for range a {} } // error: cannot range
func callof[T any](a T)           { a() }          // error: (cannot call|non-function)
func convert[T number](a T) string { return string(a) } // error: cannot convert
func lenof[T any](a T) int        { return len(a) } // error: invalid argument
func makeof[T any]() T            { return make(T) } // error: (cannot make|no core type)
func nilof[T any]() T             { return nil }   // error: cannot use nil
func zero[T number]() T           { return "a" }   // error: cannot use "a"
func assert[T any](a T)           { _ = a.(int) }  // error: (type parameter|not an interface)
func switchon[T any](a T)         { switch a.(type) {} } // error: (type parameter|not an interface)
func method[T fmt.Stringer](a T)  { a.Other() }    // error: undefined
func closeof[T any](a T)          { close(a) }     // error: .
func deleteof[T any](a T)         { delete(a, 1) } // error: .
func clearof[T any](a T)          { clear(a) }     // error: .
func complexof[T number](a T)     { _ = complex(a, a) } // error: .
func shift[T number](a T)         { _ = a << 1 }   // error: .

func uses() {
	_ = sum(1, "a")                               // error: (mismatched|default type|does not match)
	_ = sum("a", "b")                             // error: (does not (satisfy|implement))
	_ = sum[string]("a", "b")                     // error: (does not (satisfy|implement))
	_ = sum                                       // error: without instantiation
	_ = sum[int](1.5, 2)                          // error: truncated
	_ = compare(slice, slice)
	_ = order[[]int]                              // error: does not (satisfy|implement) comparable
	var f func(int, string) int = sum             // error: .
	_ = list[int]{items: []string{}}              // error: cannot use
	_ = list{}                                    // error: without instantiation
	_ = f
}
