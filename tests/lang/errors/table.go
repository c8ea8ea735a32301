package main

import (
	"fmt"
	"os"
	"unsafe"
)

// One mistake a line: what the checker says of each.

type point struct{ x, y int }
type embedded struct{ *point }
type number interface{ ~int | ~float64 }
type stringer interface{ String() string }
type ptr struct{}

func (*ptr) String() string { return "" }

type wrong struct{}

func (wrong) String() int { return 0 }

type similar struct{}

func (similar) string() string { return "" }

func two() (int, int)      { return 1, 2 }
func nothing()             {}
func variadic(a ...int)    {}
func takes(int, ...string) {}
func generic[T any](T)     {}

var (
	s     []int
	m     map[string]int
	c     chan int
	recv  <-chan int
	arr   [3]int
	p     *point
	i     interface{}
	f     func()
	text  string
	array *[3]int
)

// assignments
func assignments() {
	two() = 1, 2          // error: multiple-value two\(\)
	nothing() = 1         // error: used as value
	1 = 2                 // error: cannot assign
	m["a"].x = 1          // error: (undefined|no field)
	text[0] = 'a'         // error: cannot assign
	fmt = 1               // error: use of package fmt without selector
	a, b := 1             // error: (assignment mismatch|2 variables but 1 value)
	x := nothing()        // error: used as value
	var d, e = two(), 1   // error: (multiple-value|assignment mismatch)
	arr += 1              // error: (mismatched types|cannot convert)
	s++                   // error: (non-numeric|must be number|not defined)
	_ = nil               // error: use of untyped nil
	var y = nil           // error: use of untyped nil
	p.z = 1               // error: (undefined|no field)
	point{1, 2}.x = 3     // error: cannot assign
	m.a = 1               // error: undefined
	os.nothing = 1        // error: (undefined|not exported)
	os.Arg = nil          // error: undefined
	_, _, _, _, _, _ = a, b, x, d, e, y
}

// built-in functions
func builtins() {
	_ = append()                 // error: not enough arguments
	_ = append(1, 2)             // error: (not a slice|must be a slice)
	_ = append(s, "a")           // error: cannot use "a"
	_ = append(s, m...)          // error: cannot use m
	append(s, 1)                 // error: (is not used|not used)
	_ = cap(m)                   // error: invalid argument
	_ = cap(text)                // error: invalid argument
	_ = len(1)                   // error: invalid argument
	_ = len(s, s)                // error: too many arguments
	_ = len(s...)                // error: invalid use of \.\.\.
	clear(1)                     // error: (invalid argument|must be a map or slice)
	close(s)                     // error: (non-chan|cannot close)
	close(recv)                  // error: (receive-only|cannot close)
	_ = complex(1, "a")          // error: (mismatched types|cannot convert|invalid argument)
	_ = complex(text, text)      // error: (floating-point|not numeric|invalid argument)
	_ = complex(float32(1), 1.5i) // error: overflows float32
	_ = real(text)               // error: (not complex|not of complex type|invalid argument)
	_ = imag(s)                  // error: (not complex|not of complex type|invalid argument)
	copy(s)                      // error: not enough arguments
	copy(1, s)                   // error: (expects slice|invalid argument)
	copy(s, 1)                   // error: (expects slice|invalid argument)
	copy(s, []string{})          // error: different element types
	delete(s, 1)                 // error: (is not a map|invalid argument)
	delete(m, 1)                 // error: cannot use 1
	_ = make(int)                // error: cannot make
	_ = make([]int)              // error: (not enough arguments|expects 2 or 3)
	_ = make([]int, -1)          // error: (must not be negative|negative)
	_ = make([]int, 2, 1)        // error: (larger than|length and capacity swapped|swapped)
	_ = make([]int, "a")         // error: (cannot convert|must be integer)
	_ = make([]int, 1.5)         // error: truncated
	_ = make(map[int]int, 1, 2)  // error: too many arguments|expects 1 or 2
	_ = make(1)                  // error: is not a type
	_ = new(nosuch)              // error: undefined: nosuch
	_ = min()                    // error: not enough arguments
	_ = min(1, "a")              // error: (mismatched types|cannot convert)
	_ = max(s)                   // error: cannot be ordered
	_ = max(1i)                  // error: (cannot be ordered|not ordered)
	panic()                      // error: not enough arguments
	panic(1, 2)                  // error: too many arguments
	print(len)                   // error: must be called
	_ = recover(1)               // error: too many arguments
	len = nil                    // error: cannot assign|must be called
	defer len(s)                 // error: (discards result|not used)
	go append(s, 1)              // error: (discards result|not used)
	defer int(1)                 // error: (requires function call|must be function call)
	_ = unsafe.Offsetof(1)       // error: not a selector
	_ = unsafe.Offsetof(p.move)  // error: (undefined|no field)
	_ = unsafe.Offsetof(fmt.Println) // error: (use of package fmt without selector|not a selector)
	_ = unsafe.Offsetof(embedded{}.x) // error: embedded via a pointer
	_ = unsafe.Slice(1, 2)       // error: (is not a pointer|must be pointer)
	_ = unsafe.Slice(p, "a")     // error: must be integer|cannot convert
	_ = unsafe.String(1, 2)      // error: cannot use 1
	_ = unsafe.Add(1, 2)         // error: cannot use 1
}

// calls
func calls() {
	variadic(1, "a")             // error: cannot use "a"
	variadic(s, s...)            // error: (too many arguments|can only use)
	variadic(two()...)           // error: cannot use \.\.\. with
	variadic(two(), 1)           // error: multiple-value
	takes()                      // error: not enough arguments
	takes(1, 2)                  // error: cannot use 2
	nothing(1)                   // error: too many arguments
	nothing()()                  // error: (non-function|used as value)
	1()                          // error: (non-function|cannot call)
	fmt()                        // error: use of package fmt without selector
	fmt.println()                // error: undefined: fmt.println
	fmt.Printn()                 // error: undefined: fmt.Printn
	generic()                    // error: not enough arguments
	generic[int, int](1)         // error: (too many type arguments|got 2 type arguments)
	generic[1](1)                // error: is not a type
	generic[nosuch](1)           // error: undefined: nosuch
	generic(nil)                 // error: cannot infer T
	nothing[int]()               // error: (is not a generic|cannot index|non-generic)
	_ = int("a")                 // error: cannot convert
	_ = int(1, 2)                // error: too many arguments
	_ = int()                    // error: missing argument
	_ = int(s...)                // error: invalid use of \.\.\.
	_ = int(1.5)                 // error: truncated
	_ = uint8(256)               // error: overflows
	_ = uint(-1)                 // error: overflows
	_ = []int(arr)               // error: cannot convert
	_ = (*point)(1)              // error: cannot convert
	_ = stringer(1)              // error: cannot convert 1
	_ = nothing().x              // error: used as value
	_ = point(nothing())         // error: used as value
}

// expressions
func expressions() {
	_ = 1 + "a"                  // error: mismatched types
	_ = s == s                   // error: (can only be compared to nil|cannot compare)
	_ = f == f                   // error: (can only be compared to nil|cannot compare)
	_ = m == m                   // error: (can only be compared to nil|cannot compare)
	_ = struct{ f func() }{} == struct{ f func() }{} // error: (cannot compare|cannot be compared)
	_ = p < p                    // error: (not ordered|operator < not defined)
	_ = i < i                    // error: (not ordered|operator < not defined)
	_ = arr < arr                // error: (not ordered|operator < not defined)
	_ = c < c                    // error: (not ordered|operator < not defined)
	_ = (point{}) < (point{})    // error: (not ordered|operator < not defined)
	_ = text - text              // error: operator - not defined
	_ = 1.5 % 2                  // error: (operator % not defined|not defined)
	_ = 1 / 0                    // error: division by zero
	_ = 1.5 / 0                  // error: division by zero
	_ = 1i / 0                   // error: division by zero
	_ = s[0] % 0                 // error: division by zero
	_ = true + false             // error: operator \+ not defined
	_ = !1                       // error: operator ! not defined
	_ = -text                    // error: operator - not defined
	_ = ^1.5                     // error: operator \^ not defined
	_ = +s                       // error: operator \+ not defined
	_ = &1                       // error: cannot take address
	_ = &two()                   // error: multiple-value two\(\)
	_ = *1                       // error: invalid operation
	_ = *nil                     // error: invalid operation
	_ = <-1                      // error: (cannot receive|non-channel)
	_ = ~1                       // error: (cannot use ~|unexpected ~)
	_ = 1 << -1                  // error: negative shift count
	_ = 1 << 1.5                 // error: (truncated|must be integer)
	_ = 1 << text                // error: shift count
	_ = 1.5 << 1                 // error: (truncated|must be integer)
	_ = text << 1                // error: must be integer
	_ = 1 << 100000              // error: invalid shift count 100000
	_ = s["a"]                   // error: must be integer
	_ = s[-1]                    // error: must not be negative
	_ = arr[3]                   // error: out of bounds
	_ = arr[1.5]                 // error: truncated
	_ = array[5]                 // error: out of bounds
	_ = "abc"[3]                 // error: out of bounds
	_ = m[1]                     // error: cannot use 1
	_ = 1[0]                     // error: cannot index
	_ = p[0]                     // error: cannot index
	_ = s[2:1]                   // error: (invalid slice indices|swapped)
	_ = text[0:1:2]              // error: 3-index slice of string
	_ = m[0:1]                   // error: cannot slice
	_ = [3]int{}[0:1]            // error: (unaddressable|not addressable)
	_ = s[1 << 70]               // error: (overflows|cannot use)
	_ = i.(int).x                // error: undefined
	_ = s.(int)                  // error: (not an interface|non-interface)
	_ = i.(nosuch)               // error: undefined: nosuch
	_ = stringer(nil).(wrong)    // error: impossible type assertion
	_ = stringer(nil).(ptr)      // error: impossible type assertion
	_ = stringer(nil).(similar)  // error: impossible type assertion
	_ = stringer(nil).(int)      // error: impossible type assertion
	_ = p._                      // error: blank
	_ = _                        // error: cannot use _ as value
	_ = int                      // error: is not an expression
	_ = fmt                      // error: use of package fmt without selector
	_ = iota                     // error: cannot use iota outside
	_ = nosuch                   // error: undefined: nosuch
	_ = nosuch.x                 // error: undefined: nosuch
	_ = point.x                  // error: (undefined|no method|not in|is not a method)
	_ = p.x.y                    // error: undefined
}

// literals
func literals() {
	_ = point{1}                 // error: too few values
	_ = point{1, 2, 3}           // error: too many values
	_ = point{x: 1, 2}           // error: mixture
	_ = point{1, y: 2}           // error: mixture
	_ = point{x: 1, x: 2}        // error: duplicate field name x
	_ = point{z: 1}              // error: unknown field z
	_ = point{1: 2}              // error: invalid field name 1
	_ = point{x: "a"}            // error: cannot use "a"
	_ = embedded{x: 1}           // error: (cannot use promoted field|unknown field x)
	_ = [2]int{1, 2, 3}          // error: out of bounds
	_ = [2]int{5: 1}             // error: out of bounds
	_ = []int{-1: 1}             // error: must not be negative
	_ = []int{"a": 1}            // error: index "a" .* must be integer
	_ = []int{0: 1, 0: 2}        // error: duplicate index
	_ = map[string]int{1: 1}     // error: cannot use 1
	_ = map[string]int{"a"}      // error: missing key
	_ = map[string]int{"a": 1, "a": 2} // error: duplicate key
	_ = int{}                    // error: invalid composite literal type
	_ = []int{nothing()}         // error: used as value
	_ = os.File{fd: 1}           // error: (unknown field|unexported)
	_ = [...]int{nosuch}         // error: undefined: nosuch
	_ = []nosuch{{1}}            // error: undefined: nosuch
	_ = map[[]int]int{}          // error: invalid map key type
	_ = [-1]int{}                // error: (must not be negative|invalid array length)
	_ = [1.5]int{}               // error: (truncated|must be integer)
	_ = [text]int{}              // error: invalid array length text
}

func main() {}
