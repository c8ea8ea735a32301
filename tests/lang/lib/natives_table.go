package main

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"strings"
)

// Odd arguments of the library's natives, compared with what Go does.

type pair struct {
	a int
	B string `tag:"x"`
}
type empty struct{}

func try(name string, f func()) {
	defer func() {
		if r := recover(); r != nil {
			text := fmt.Sprint(r)
			fmt.Println(name, "panics:", text)
		}
	}()
	f()
}

func parse(texts ...string) {
	for _, text := range texts {
		f, err := strconv.ParseFloat(text, 64)
		g, err32 := strconv.ParseFloat(text, 32)
		fmt.Println(f, err != nil, g, err32 != nil)
	}
}

func main() {
	parse("0x1p-2", "0X1.8P+3", "0x_1p1", "1_000", "0x", "0x1", "0x.p1", "0x1.p1", "+Inf", "-infinity", "iNF", "infin", "NaN", "nan", "-nan",
		"", "+", ".", ".5", "5.", "1e", "1e+", "1e5", "1e-400", "1e400", "1e39", "0.1e-45", "1.7976931348623159e308", "4.9e-324", "2.4e-324",
		"1"+strings.Repeat("0", 200), "0."+strings.Repeat("0", 300)+"1", strings.Repeat("1", 130)+"e-130", "0x1.fffffffffffff8p1023", "0x1p-1075", "1__0", "0x1_p1", "1e1_0", "i", "1 ")
	for _, format := range []byte("eEfgGbxX") {
		for _, precision := range []int{-1, 0, 3, 20, 60} {
			fmt.Print(strconv.FormatFloat(1234.5678, format, precision, 64), " ", strconv.FormatFloat(-0.000012345, format, precision, 32), " ")
		}
		fmt.Println(strconv.FormatFloat(math.Inf(-1), format, 2, 64), strconv.FormatFloat(0, format, -1, 64), strconv.FormatFloat(5e-324, format, -1, 64))
	}
	for _, r := range []rune{'\a', '\b', '\f', '\n', '\r', '\t', '\v', '\\', '\'', '"', 0x7f, 0x80, 0xad, 0x3000, 0xfeff, 0x1f600, 0x10ffff, 0x110000, -1, 0xd800} {
		fmt.Println(strconv.QuoteRune(r), strconv.QuoteRuneToASCII(r), strconv.QuoteRuneToGraphic(r), strconv.IsPrint(r), strconv.IsGraphic(r))
	}
	for _, s := range []string{"", "`", "a\tb", "\ufeff", "\x80", "\xc3\x28", "日本", "a\u00a0b", "\U0010ffff"} {
		fmt.Println(strconv.Quote(s), strconv.QuoteToASCII(s), strconv.QuoteToGraphic(s), strconv.CanBackquote(s))
	}
	fmt.Println(math.Ldexp(1, 1<<40), math.Ldexp(1, -1<<40), math.Ldexp(0.5, 1025), math.Max(math.NaN(), 1), math.Min(1, math.NaN()), math.Max(0, math.Copysign(0, -1)), math.Min(0, math.Copysign(0, -1)))
	fmt.Println(math.Lgamma(-0.5))
	fmt.Println(math.Lgamma(3))
	fmt.Println(math.Nextafter(0, 1), math.Log1p(-1), math.Expm1(1e-320), math.Hypot(math.Inf(1), math.NaN()), math.Remainder(5, 3), math.FMA(2, 3, 4))
	fmt.Println(map[any]int{1: 1, nil: 7, 0: 2, -5: 3})
	fmt.Println(map[complex128]int{1i: 1, 1: 2, 1 - 1i: 3}, map[[2]string]int{{"b", "a"}: 1, {"a", "b"}: 2}, map[pair]bool{{2, "a"}: true, {1, "b"}: false, {1, "a"}: true})
	fmt.Println(map[bool]int{true: 1, false: 0}, map[float64]int{math.Inf(1): 1, -1: 2, math.Inf(-1): 3}, map[uint8]string{200: "a", 3: "b"})
	var file *os.File
	fmt.Println(file.Name == nil)
	try("read", func() { _, err := file.Read(nil); fmt.Println(err) })
	try("write", func() { _, err := file.Write(nil); fmt.Println(err) })
	try("close", func() { fmt.Println(file.Close()) })
	try("seek", func() { _, err := file.Seek(0, 0); fmt.Println(err) })
	try("stat", func() { _, err := file.Stat(); fmt.Println(err) })
	var b *strings.Builder
	try("builder", func() { b.WriteString("x") })
	try("builder len", func() { fmt.Println(b.Len()) })
	try("grow", func() { new(strings.Builder).Grow(-1) })
	var nilMap map[string]int
	var nilChan chan int
	fmt.Println(reflect.ValueOf(nilMap).Len(), reflect.ValueOf(nilMap).MapIndex(reflect.ValueOf("a")).IsValid(), reflect.ValueOf(nilMap).MapKeys(), reflect.ValueOf(nilChan).Len(), reflect.ValueOf(nilChan).Cap())
	try("set nil map", func() { reflect.ValueOf(nilMap).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
	try("close nil", func() { reflect.ValueOf(nilChan).Close() })
	try("make slice", func() { reflect.MakeSlice(reflect.TypeOf([]int{}), -1, 0) })
	try("make slice cap", func() { reflect.MakeSlice(reflect.TypeOf([]int{}), 2, 1) })
	try("make chan", func() { reflect.MakeChan(reflect.TypeOf(nilChan), -1) })
	try("elem", func() { reflect.ValueOf(1).Elem() })
	try("field", func() { reflect.ValueOf(pair{}).Field(5) })
	try("set unexported", func() { reflect.ValueOf(&pair{}).Elem().Field(0).SetInt(1) })
	try("set unaddressable", func() { reflect.ValueOf(pair{}).Field(1).SetString("a") })
	try("index", func() { reflect.ValueOf([]int{1}).Index(3) })
	try("unhashable", func() { reflect.ValueOf(map[any]int{}).MapIndex(reflect.ValueOf([]int{})) })
	try("call nil", func() { reflect.ValueOf((func())(nil)).Call(nil) })
	try("array of", func() { reflect.ArrayOf(-1, reflect.TypeOf(1)) })
	fmt.Println(reflect.ArrayOf(0, reflect.TypeOf(1)), reflect.ChanOf(reflect.RecvDir, reflect.TypeOf((<-chan int)(nil))), reflect.ChanOf(reflect.BothDir, reflect.TypeOf((<-chan int)(nil))), reflect.MapOf(reflect.TypeOf(""), reflect.TypeOf(empty{})), reflect.TypeOf(struct{}{}), reflect.TypeOf(pair{}).Field(1).Tag)
	fmt.Printf("%T %T %T %T\n", (<-chan (<-chan int))(nil), (chan (<-chan int))(nil), (chan<- (<-chan int))(nil), (<-chan (chan<- int))(nil))
	fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(1), Tag: `k:"v"`}, {Name: "Z", Type: reflect.TypeOf(empty{})}}))
	fmt.Println(reflect.FuncOf([]reflect.Type{reflect.TypeOf(1), reflect.TypeOf([]string{})}, []reflect.Type{reflect.TypeOf(true)}, true))
	_, _, _, ok := runtime.Caller(1000)
	fmt.Println(ok, runtime.FuncForPC(0) == nil, runtime.Callers(1000, make([]uintptr, 3)))
	fmt.Printf("%6.2f|%-8d|%+d|%x|%X|% x|%#x|%q|%U|%#U|%c|%b|%o|%#o|%O|%e|%G|%t|%v|%T|%p\n", 3.14159, 42, 42, "hi", "hi", "hi", "hi", "hi", 0x1f600, 0x1f600, 0x1f600, 5, 64, 64, 64, 1e10, 1e-10, true, nil, nil, nil)
	fmt.Printf("%!|%z|%d|%s|%d %d|%[3]d|%[x]d|%*d|%.*f|%-*d|%[2]*[1]d\n", 1, "a", 2, 3)
	fmt.Printf("%+v %#v %v %d %s %x\n", pair{1, "x"}, pair{1, "x"}, &pair{1, "x"}, []int{1, 2}, []string{"a", "b"}, []byte("ab"))
	fmt.Printf("%08.3f|%+.2e|%x|%X|%.3g|%100.1f|%-100d|%0100d|%.80f\n", -3.14159, 12345.678, 3.5, -3.5, 1234567.0, 1.5, 7, 7, 0.1)
}

// args: --go 1.19
// What go run of Go 1.19 prints.
// expect: 0.25 false 0.25 false
// expect: 12 false 12 false
// expect: 2 false 2 false
// expect: 1000 false 1000 false
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 2 false 2 false
// expect: +Inf false +Inf false
// expect: -Inf false -Inf false
// expect: +Inf false +Inf false
// expect: 0 true 0 true
// expect: NaN false NaN false
// expect: NaN false NaN false
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 0.5 false 0.5 false
// expect: 5 false 5 false
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 100000 false 100000 false
// expect: 0 false 0 false
// expect: +Inf true +Inf true
// expect: 1e+39 false +Inf true
// expect: 1e-46 false 0 false
// expect: +Inf true +Inf true
// expect: 5e-324 false 0 false
// expect: 0 false 0 false
// expect: 1e+200 false +Inf true
// expect: 1e-301 false 0 false
// expect: 0.1111111111111111 false 0.1111111119389534 false
// expect: +Inf true +Inf true
// expect: 0 false 0 false
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 1e+10 false 1e+10 false
// expect: 0 true 0 true
// expect: 0 true 0 true
// expect: 1.2345678e+03 -1.2345e-05 1e+03 -1e-05 1.235e+03 -1.234e-05 1.23456780000000003383e+03 -1.23449999591684900224e-05 1.234567800000000033833202905952930450439453125000000000000000e+03 -1.234499995916849002242088317871093750000000000000000000000000e-05 -Inf 0e+00 5e-324
// expect: 1.2345678E+03 -1.2345E-05 1E+03 -1E-05 1.235E+03 -1.234E-05 1.23456780000000003383E+03 -1.23449999591684900224E-05 1.234567800000000033833202905952930450439453125000000000000000E+03 -1.234499995916849002242088317871093750000000000000000000000000E-05 -Inf 0E+00 5E-324
// expect: 1234.5678 -0.000012345 1235 -0 1234.568 -0.000 1234.56780000000003383320 -0.00001234499995916849 1234.567800000000033833202905952930450439453125000000000000000000 -0.000012344999959168490022420883178710937500000000000000000000 -Inf 0 0.000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000005
// expect: 1234.5678 -1.2345e-05 1e+03 -1e-05 1.23e+03 -1.23e-05 1234.5678000000000338 -1.2344999959168490022e-05 1234.567800000000033833202905952930450439453125 -1.23449999591684900224208831787109375e-05 -Inf 0 5e-324
// expect: 1234.5678 -1.2345E-05 1E+03 -1E-05 1.23E+03 -1.23E-05 1234.5678000000000338 -1.2344999959168490022E-05 1234.567800000000033833202905952930450439453125 -1.23449999591684900224208831787109375E-05 -Inf 0 5E-324
// expect: 5429686605511341p-42 -13573471p-40 5429686605511341p-42 -13573471p-40 5429686605511341p-42 -13573471p-40 5429686605511341p-42 -13573471p-40 5429686605511341p-42 -13573471p-40 -Inf 0p-1074 1p-1074
// expect: 0x1.34a456d5cfaadp+10 -0x1.9e3abep-17 0x1p+10 -0x1p-16 0x1.34ap+10 -0x1.9e4p-17 0x1.34a456d5cfaad0000000p+10 -0x1.9e3abe00000000000000p-17 0x1.34a456d5cfaad00000000000000000000000000000000000000000000000p+10 -0x1.9e3abe000000000000000000000000000000000000000000000000000000p-17 -Inf 0x0p+00 0x1p-1074
// expect: 0X1.34A456D5CFAADP+10 -0X1.9E3ABEP-17 0X1P+10 -0X1P-16 0X1.34AP+10 -0X1.9E4P-17 0X1.34A456D5CFAAD0000000P+10 -0X1.9E3ABE00000000000000P-17 0X1.34A456D5CFAAD00000000000000000000000000000000000000000000000P+10 -0X1.9E3ABE000000000000000000000000000000000000000000000000000000P-17 -Inf 0X0P+00 0X1P-1074
// expect: '\a' '\a' '\a' false false
// expect: '\b' '\b' '\b' false false
// expect: '\f' '\f' '\f' false false
// expect: '\n' '\n' '\n' false false
// expect: '\r' '\r' '\r' false false
// expect: '\t' '\t' '\t' false false
// expect: '\v' '\v' '\v' false false
// expect: '\\' '\\' '\\' true true
// expect: '\'' '\'' '\'' true true
// expect: '"' '"' '"' true true
// expect: '\x7f' '\x7f' '\x7f' false false
// expect: '\u0080' '\u0080' '\u0080' false false
// expect: '\u00ad' '\u00ad' '\u00ad' false false
// expect: '\u3000' '\u3000' '　' false true
// expect: '\ufeff' '\ufeff' '\ufeff' false false
// expect: '😀' '\U0001f600' '😀' true true
// expect: '\U0010ffff' '\U0010ffff' '\U0010ffff' false false
// expect: '�' '\ufffd' '�' false false
// expect: '�' '\ufffd' '�' false false
// expect: '�' '\ufffd' '�' false false
// expect: "" "" "" true
// expect: "`" "`" "`" false
// expect: "a\tb" "a\tb" "a\tb" true
// expect: "\ufeff" "\ufeff" "\ufeff" false
// expect: "\x80" "\x80" "\x80" false
// expect: "\xc3(" "\xc3(" "\xc3(" false
// expect: "日本" "\u65e5\u672c" "日本" true
// expect: "a\u00a0b" "a\u00a0b" "a b" true
// expect: "\U0010ffff" "\U0010ffff" "\U0010ffff" true
// expect: +Inf 0 +Inf NaN NaN 0 -0
// expect: 1.2655121234846454 -1
// expect: 0.6931471805599453 1
// expect: 5e-324 -Inf 1e-320 +Inf -1 10
// expect: map[<nil>:7 -5:3 0:2 1:1]
// expect: map[(0+1i):1 (1-1i):3 (1+0i):2] map[[a b]:2 [b a]:1] map[{1 a}:true {1 b}:false {2 a}:true]
// expect: map[false:0 true:1] map[-Inf:3 -1:2 +Inf:1] map[3:b 200:a]
// expect: false
// expect: invalid argument
// expect: invalid argument
// expect: invalid argument
// expect: invalid argument
// expect: invalid argument
// expect: builder panics: runtime error: invalid memory address or nil pointer dereference
// expect: builder len panics: runtime error: invalid memory address or nil pointer dereference
// expect: grow panics: strings.Builder.Grow: negative count
// expect: 0 false [] 0 0
// expect: set nil map panics: assignment to entry in nil map
// expect: close nil panics: close of nil channel
// expect: make slice panics: reflect.MakeSlice: negative len
// expect: make slice cap panics: reflect.MakeSlice: len > cap
// expect: make chan panics: reflect.MakeChan: negative buffer size
// expect: elem panics: reflect: call of reflect.Value.Elem on int Value
// expect: field panics: reflect: Field index out of range
// expect: set unexported panics: reflect: reflect.Value.SetInt using value obtained using unexported field
// expect: set unaddressable panics: reflect: reflect.Value.SetString using unaddressable value
// expect: index panics: reflect: slice index out of range
// expect: unhashable panics: runtime error: hash of unhashable type []int
// expect: call nil panics: reflect.Value.Call: call of nil function
// expect: array of panics: reflect: negative length passed to ArrayOf
// expect: [0]int <-chan <-chan int chan (<-chan int) map[string]main.empty struct {} tag:"x"
// expect: <-chan <-chan int chan (<-chan int) chan<- <-chan int <-chan chan<- int
// expect: struct { A int "k:\"v\""; Z main.empty }
// expect: func(int, ...string) bool
// expect: false true 0
// expect:   3.14|42      |+42|6869|6869|68 69|0x6869|"hi"|U+1F600|U+1F600 '😀'|😀|101|100|0100|0o100|1.000000e+10|1E-10|true|<nil>|<nil>|%!p(<nil>)
// expect: %!!(int=1)|%!z(string=a)|2|%!s(int=3)|%!d(MISSING) %!d(MISSING)|2|%!d(BADINDEX)|%!d(MISSING)|%!(BADPREC)%!f(MISSING)|%!(BADWIDTH)%!d(MISSING)|%!(BADWIDTH)1
// expect: {a:1 B:x} main.pair{a:1, B:"x"} &{1 x} [1 2] [a b] 6162
// expect: -003.142|+1.23e+04|0x1.cp+01|-0X1.CP+01|1.23e+06|                                                                                                 1.5|7                                                                                                   |0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000007|0.10000000000000000555111512312578270211815834045410156250000000000000000000000000
