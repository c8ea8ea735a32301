// Arguments of the functions that the language and package unsafe have.
package main

import "unsafe"

type inner struct{ a, b int32 }

func (inner) method() {}

type outer struct {
	inner
	*far
	c int64
}

type far struct{ d, e int16 }

var o outer
var p *outer
var words []int
var text string
var m map[string]int

func f2() (int, string) { return 1, "" }
func none()             {}

const (
	atC   = unsafe.Offsetof(o.c)
	atB   = unsafe.Offsetof(o.b)
	atPtr = unsafe.Offsetof(p.c)
)

func sizes() {
	_ = unsafe.Offsetof(o) // error: ^invalid argument: o is not a selector expression$
	_ = unsafe.Offsetof(o.method) // error: ^invalid argument: o\.method is a method value$
	_ = unsafe.Offsetof(o.e) // error: ^invalid argument: field e is embedded via a pointer in outer$
	_ = unsafe.Offsetof(text[0]) // error: ^invalid argument: text\[0\] is not a selector expression$
	_ = unsafe.Offsetof(undefined.x) // error: ^undefined: undefined$
	_ = unsafe.Sizeof(none()) // error: ^none\(\) \(no value\) used as value$
	_ = unsafe.Sizeof(undefined) // error: ^undefined: undefined$
	_ = unsafe.Add(&o, 1) // error: ^cannot use &o \(value of type \*outer\) as unsafe\.Pointer value in argument to Add$
	_ = unsafe.Add(unsafe.Pointer(&o), "a") // error: ^cannot convert "a" \(untyped string constant\) to type int$
	_ = unsafe.Add(unsafe.Pointer(&o), -1)
	_ = unsafe.Add(unsafe.Pointer(&o), 1.5) // error: ^1\.5 \(untyped float constant\) truncated to int$
	_ = unsafe.Slice(o, 1) // error: ^invalid argument: o \(variable of type outer\) is not a pointer$
	_ = unsafe.Slice(&o, -1) // error: ^invalid argument: length -1 \(constant of type int\) must not be negative$
	_ = unsafe.Slice(&o, 1.0)
	_ = unsafe.Slice(&o, text) // error: ^invalid argument: length text \(variable of type string\) must be integer$
	_ = unsafe.Slice(nil, 1) // error: ^invalid argument: nil is not a pointer$
	_ = unsafe.SliceData(text) // error: ^invalid argument: text \(variable of type string\) is not a slice$
	_ = unsafe.SliceData(words)
	_ = unsafe.String(&words[0], 1) // error: ^cannot use &words\[0\] \(value of type \*int\) as \*byte value in argument to String$
	_ = unsafe.String(unsafe.StringData(text), 1.0)
	_ = unsafe.StringData(words) // error: ^cannot use words \(variable of type \[\]int\) as string value in argument to StringData$
	_ = unsafe.StringData("const")
	_ = unsafe.Nothing(1) // error: ^undefined: unsafe\.Nothing$
	_ = unsafe.Sizeof() // error: ^not enough arguments for unsafe\.Sizeof\(\) \(expected 1, found 0\)$
	_ = unsafe.Sizeof(1, 2) // error: ^too many arguments for unsafe\.Sizeof\(1, 2\) \(expected 1, found 2\)$
}

func sized[T any, A interface{ ~[4]T }](t T, a A) uintptr {
	const c = unsafe.Sizeof(t) // error: ^unsafe\.Sizeof\(t\) \(value of type uintptr\) is not constant$
	return unsafe.Sizeof(struct{ a A }{a}) + unsafe.Sizeof([2]T{}) + unsafe.Alignof(t)
}

func maps[M map[string]int | map[string]bool, N map[string]int | map[int]int, K any](a M, b N, c K) {
	delete(a, "x")
	delete(a, 1) // error: ^cannot use 1 \(untyped int constant\) as string value in argument to delete$
	delete(b, "x") // error: ^invalid argument: b \(variable of type N\) is not a map$
	delete(c, "x") // error: ^invalid argument: c \(variable of type K\) is not a map$
	clear(a)
	clear(c) // error: ^invalid argument: clear c \(variable of type K\): argument must be map or slice$
	_ = len(a) + cap(a) // error: ^invalid argument: a \(variable of type M\) for built-in cap$
	_ = len(c) // error: ^invalid argument: c \(variable of type K\) for built-in len$
}

func lengths[S []int | [4]int | *[3]int | chan int, T string | []byte](s S, t T, q **[3]int) {
	_ = len(s) + cap(s) + len(t) + cap(t) // error: ^invalid argument: t \(variable of type T\) for built-in cap$
	_ = len(q) // error: ^invalid argument: q \(variable of type \*\*\[3\]int\) for built-in len$
	_ = len(5) + len("abc") + cap("abc") + cap(m) + len(nil) + len(none()) // error: ^invalid argument: 5 \(untyped int constant\) for built-in len$
	const n = len([3]int{}) + len(text) // error: ^len\(\[3\]int\{\}\) \+ len\(text\) \(value of type int\) is not constant$
	const k = cap([...]int{1, 2}) + len(*p) + len([1]int{<-make(chan int)}) // error: ^invalid argument: \*p \(variable of type outer\) for built-in len$
}

func others(c chan<- int, r <-chan int) {
	close(c)
	close(r) // error: ^invalid operation: cannot close receive-only channel r \(variable of type <-chan int\)$
	close(5) // error: ^invalid operation: cannot close non-channel 5 \(untyped int constant\)$
	close(nil) // error: ^invalid operation: cannot close non-channel nil$
	_ = append(1, 2) // error: ^invalid argument: 1 \(untyped int constant\) is not a slice$
	_ = append(nil, 1) // error: ^first argument to append must be a typed slice; have untyped nil$
	_ = append(words, "x") // error: ^cannot use "x" \(untyped string constant\) as int value in argument to append$
	_ = append(words, text...) // error: ^cannot use text \(variable of type string\) as \[\]int value in argument to append$
	_ = append([]byte(nil), text...)
	_ = append([]byte(nil), "text"...)
	_ = append([]byte(nil), m...) // error: ^cannot use m \(variable of type map\[string\]int\) as \[\]byte value in argument to append$
	_ = append(words, words) // error: ^cannot use words \(variable of type \[\]int\) as int value in argument to append$
	_ = append() // error: ^not enough arguments for append\(\) \(expected 1, found 0\)$
	append(words, 1) // error: ^append\(words, 1\) \(value of type \[\]int\) is not used$
	_ = copy(words, text) // error: ^invalid argument: arguments to copy words \(variable of type \[\]int\) and text \(variable of type string\) have different element types int and byte$
	_ = copy([]byte(nil), text)
	_ = copy(text, []byte(nil)) // error: ^invalid argument: copy expects slice arguments; found text \(variable of type string\) and \[\]byte\(nil\) \(value of type \[\]byte\)$
	_ = copy(words, []byte(nil)) // error: ^invalid argument: arguments to copy words \(variable of type \[\]int\) and \[\]byte\(nil\) \(value of type \[\]byte\) have different element types int and byte$
	_ = copy(words, 5) // error: ^invalid argument: copy expects slice arguments; found words \(variable of type \[\]int\) and 5 \(untyped int constant\)$
	_ = copy(nil, words) // error: ^invalid argument: copy expects slice arguments; found nil and words \(variable of type \[\]int\)$
	_ = complex(1, 2i) // error: ^invalid operation: complex\(1, 2i\) \(mismatched types untyped float and untyped complex\)$
	_ = complex(1.5, "a") // error: ^cannot convert "a" \(untyped string constant\) to type untyped float$
	_ = complex(float32(1), float64(2)) // error: ^invalid operation: complex\(float32\(1\), float64\(2\)\) \(mismatched types float32 and float64\)$
	_ = complex(words, 1) // error: ^cannot convert 1 \(untyped int constant\) to type \[\]int$
	_ = complex(1, 'a') + complex(1i-1i, 2)
	_ = real("x") + imag(words) + real(5) + real(1i*1i) + imag('a') // error: ^cannot convert "x" \(untyped string constant\) to type complex128$
	var f32 float32 = real(complex64(1))
	_ = f32
	_ = new(5)
	_ = new(undefined) // error: ^undefined: undefined$
	_ = make(int) // error: ^invalid argument: cannot make int; type must be slice, map, or channel$
	_ = make([]int) // error: ^invalid operation: make\(\[\]int\) expects 2 or 3 arguments; found 1$
	_ = make([]int, -1) // error: ^invalid argument: index -1 \(untyped int constant\) must not be negative$
	_ = make([]int, 3, 2) // error: ^invalid argument: length and capacity swapped$
	_ = make([]int, 1.0, 1e1)
	_ = make([]int, 1.5) // error: ^1\.5 \(untyped float constant\) truncated to int$
	_ = make([]int, "a") // error: ^invalid argument: index "a" \(untyped string constant\) must be integer$
	_ = make([]int, 1, 2, 3) // error: ^invalid operation: make\(\[\]int, 1, 2, 3\) expects 2 or 3 arguments; found 4$
	_ = make(map[int]int, 1, 2) // error: ^invalid operation: make\(map\[int\]int, 1, 2\) expects 1 or 2 arguments; found 3$
	_ = make(5) // error: ^5 is not a type$
	_ = make() // error: ^not enough arguments for make\(\) \(expected 1, found 0\)$
	_ = min() // error: ^not enough arguments for min\(\) \(expected 1, found 0\)$
	_ = min(1, "a") // error: ^invalid argument: mismatched types untyped int \(previous argument\) and untyped string \(type of "a"\)$
	_ = max("a", text) + min(text)
	_ = min(words) // error: ^invalid argument: words \(variable of type \[\]int\) cannot be ordered$
	_ = min(1, 2.5, 'a') + max(2i) // error: ^invalid argument: 2i \(untyped complex constant \(0 \+ 2i\)\) cannot be ordered$
	_ = min(nil) // error: ^invalid argument: nil cannot be ordered$
	clear(5) // error: ^invalid argument: clear 5 \(untyped int constant\): argument must be map or slice$
	clear(text) // error: ^invalid argument: clear text \(variable of type string\): argument must be map or slice$
	clear() // error: ^not enough arguments for clear\(\) \(expected 1, found 0\)$
	panic() // error: ^not enough arguments for panic\(\) \(expected 1, found 0\)$
	panic(undefined) // error: ^undefined: undefined$
	panic(none()) // error: ^none\(\) \(no value\) used as value$
	_ = recover(1) // error: ^too many arguments for recover\(1\) \(expected 0, found 1\)$
	print(none()) // error: ^none\(\) \(no value\) used as value$
	println(words, undefined) // error: ^undefined: undefined$
	_ = f2() + len(f2()) // error: ^multiple-value f2\(\) \(value of type \(int, string\)\) in single-value context$
	len(words) // error: ^len\(words\) \(value of type int\) is not used$
	defer append(words, 1) // error: ^defer discards result of append\(words, 1\) \(value of type \[\]int\)$
	go len(words) // error: ^go discards result of len\(words\) \(value of type int\)$
	defer unsafe.Sizeof(1) // error: ^defer discards result of unsafe\.Sizeof\(1\) \(constant 8 of type uintptr\)$
	defer recover()
	defer panic("x")
	go print(1, "a")
	_ = len // error: ^len \(built-in\) must be called$
	var _ = append // error: ^append \(built-in\) must be called$
	len = nil // error: ^len \(built-in\) must be called$
	(len)(words) // error: ^\(len\)\(words\) \(value of type int\) is not used$
	new(int) // error: ^new\(int\) \(value of type \*int\) is not used$
	_ = cap(words...) // error: ^invalid operation: invalid use of \.\.\. with built-in cap$
	_ = len(words, words) // error: ^too many arguments for len\(words, words\) \(expected 1, found 2\)$
}

func main() {}
