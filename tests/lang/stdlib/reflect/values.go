// Values: reading, setting, what panics, slices, maps, conversions, comparison, calls.
package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"
)

type Inner struct {
	N int
	s string
}
type embedded struct{ Shown int }
type All struct {
	B    bool
	I    int
	I8   int8
	U16  uint16
	F32  float32
	C64  complex64
	C    complex128
	S    string
	A    [2]int8
	L    []int
	M    map[string]int
	P    *Inner
	In   Inner
	E    any
	Err  error
	Fn   func(int) int
	Ch   chan int
	priv int
	embedded
}
type Num int

func (n Num) Double() Num              { return n * 2 }
func (n *Num) Inc(by ...int) (sum int) { for _, b := range by { *n += Num(b) }; return int(*n) }

type Big struct {
	Data [200]int
	Tail string
}

func (b Big) Sum(scale int) (s int) {
	for _, d := range b.Data {
		s += d * scale
	}
	return s
}

type Wide struct{ A, B, C string }

func (w Wide) Join(sep string, more ...any) (string, error) {
	return w.A + sep + w.B + sep + w.C + fmt.Sprint(more...), errors.New("done")
}

type Joiner interface {
	Join(sep string, more ...any) (string, error)
}

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Printf("%s panics: %v\n", name, e)
		}
	}()
	f()
	fmt.Println(name, "is fine")
}

func main() {
	x := All{B: true, I: -5, I8: 3, U16: 7, F32: 1.25, C64: 1 + 2i, C: 3i, S: "str", L: []int{1, 2, 3}, M: map[string]int{"k": 1}, P: &Inner{N: 9}, E: Inner{N: 4}, Fn: func(i int) int { return i * i }, Ch: make(chan int, 3)}
	v := reflect.ValueOf(&x).Elem()
	for i := 0; i < v.NumField(); i++ {
		f := v.Field(i)
		fmt.Print(v.Type().Field(i).Name, " ", f.Kind(), " ", f.Type(), " ", f.CanSet(), f.CanAddr(), f.CanInterface(), " zero=", f.IsZero(), " ")
		switch f.Kind() {
		case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Slice:
			fmt.Print("nil=", f.IsNil(), " ")
		}
		if k := f.Kind(); k != reflect.Func && k != reflect.Chan && k != reflect.Pointer {
			fmt.Printf("%v %+v", f, f)
		}
		fmt.Println()
	}
	v.FieldByName("B").SetBool(false)
	v.FieldByName("I").SetInt(1 << 40)
	v.FieldByName("I8").SetInt(300)
	v.FieldByName("U16").SetUint(70000)
	v.FieldByName("F32").SetFloat(math.Pi)
	v.FieldByName("C64").SetComplex(complex(math.Pi, 1))
	v.FieldByName("C").SetComplex(-1i)
	v.FieldByName("S").SetString("new")
	v.FieldByName("A").Index(1).SetInt(-1)
	v.FieldByName("L").Index(0).Set(reflect.ValueOf(100))
	v.FieldByName("P").Elem().Field(0).SetInt(77)
	v.FieldByName("In").FieldByName("N").SetInt(78)
	v.FieldByName("E").Set(reflect.ValueOf("any"))
	v.FieldByName("Err").Set(reflect.ValueOf(errors.New("err")))
	v.FieldByName("Shown").SetInt(5)
	fmt.Println(x.B, x.I, x.I8, x.U16, x.F32, x.C64, x.C, x.S, x.A, x.L, *x.P, x.In, x.E, x.Err, x.Shown)
	v.FieldByName("E").Set(reflect.Zero(v.FieldByName("E").Type()))
	v.FieldByName("M").SetMapIndex(reflect.ValueOf("z"), reflect.ValueOf(26))
	v.FieldByName("M").SetMapIndex(reflect.ValueOf("k"), reflect.Value{})
	fmt.Println(x.E, x.M, v.FieldByName("none").IsValid(), v.FieldByIndex([]int{12, 0}))
	fmt.Println(v.FieldByName("Fn").Call([]reflect.Value{reflect.ValueOf(12)})[0].Int())

	try("set unaddressable", func() { reflect.ValueOf(x).Field(0).SetBool(true) })
	try("set private", func() { v.FieldByName("priv").SetInt(1) })
	try("set embedded", func() { v.FieldByName("embedded").Set(reflect.Zero(v.FieldByName("embedded").Type())) })
	try("interface of private", func() { v.FieldByName("priv").Interface() })
	try("private of inner", func() { fmt.Println(v.FieldByName("In").Field(1).String()) })
	try("int of string", func() { reflect.ValueOf("x").Int() })
	try("set wrong type", func() { v.Field(1).Set(reflect.ValueOf("x")) })
	try("set wrong kind", func() { v.Field(1).SetString("x") })
	try("zero value", func() { reflect.Value{}.Type() })
	try("zero value interface", func() { reflect.Value{}.Interface() })
	try("zero value int", func() { reflect.Value{}.Int() })
	try("elem of int", func() { reflect.ValueOf(1).Elem() })
	try("nil of int", func() { reflect.ValueOf(1).IsNil() })
	try("len of int", func() { reflect.ValueOf(1).Len() })
	try("field of int", func() { reflect.ValueOf(1).Field(0) })
	try("field range", func() { v.Field(99) })
	try("index range", func() { v.FieldByName("L").Index(3) })
	try("array index range", func() { v.FieldByName("A").Index(-1) })
	try("string index range", func() { v.FieldByName("S").Index(9) })
	try("addr", func() { reflect.ValueOf(1).Addr() })
	try("map key type", func() { v.FieldByName("M").MapIndex(reflect.ValueOf(1)) })
	try("nil map", func() { reflect.ValueOf(map[string]int(nil)).SetMapIndex(reflect.ValueOf("a"), reflect.ValueOf(1)) })
	try("map index of slice", func() { v.FieldByName("L").MapIndex(reflect.ValueOf(1)) })
	try("call nil", func() { reflect.ValueOf((func())(nil)).Call(nil) })
	try("call too few", func() { reflect.ValueOf(strings.Repeat).Call(nil) })
	try("call too many", func() { reflect.ValueOf(func() {}).Call([]reflect.Value{v}) })
	try("call wrong type", func() { reflect.ValueOf(strings.ToUpper).Call([]reflect.Value{reflect.ValueOf(1)}) })
	try("call int", func() { reflect.ValueOf(1).Call(nil) })
	try("call zero arg", func() { reflect.ValueOf(func(any) {}).Call([]reflect.Value{{}}) })
	try("set len", func() { v.FieldByName("L").SetLen(10) })
	try("unhashable", func() { reflect.ValueOf(map[any]int{}).SetMapIndex(reflect.ValueOf([]int{}), reflect.ValueOf(1)) })
	try("method range", func() { reflect.ValueOf(Num(1)).Method(5) })
	try("convert", func() { reflect.ValueOf("x").Convert(reflect.TypeOf(1)) })
	try("panic in call", func() { reflect.ValueOf(func() { panic("inside") }).Call(nil) })

	// slices
	s := reflect.ValueOf(&[]int{1, 2, 3, 4, 5}).Elem()
	fmt.Println(s.Slice(1, 3), s.Slice(1, 3).Cap(), s.Slice3(1, 2, 3).Cap(), reflect.ValueOf("hello").Slice(1, 3), reflect.ValueOf(&[4]int{1, 2, 3, 4}).Elem().Slice(2, 4))
	s.SetLen(2)
	fmt.Println(s, s.Len(), s.Cap(), reflect.Append(s, reflect.ValueOf(9), reflect.ValueOf(8)), s)
	s.Set(reflect.AppendSlice(s, reflect.ValueOf([]int{7, 7, 7, 7, 7})))
	fmt.Println(s, reflect.Copy(s, reflect.ValueOf([]int{0, 0})), s)
	made := reflect.MakeSlice(reflect.TypeOf([]string{}), 2, 5)
	made.Index(0).SetString("first")
	fmt.Printf("%q %d %d\n", made, made.Len(), made.Cap())
	b := reflect.ValueOf([]byte("bytes"))
	fmt.Println(string(b.Bytes()), reflect.Copy(b, reflect.ValueOf("BY")), b)
	swap := reflect.Swapper([]string{"a", "b"})
	swap(0, 1)
	try("slice range", func() { s.Slice(3, 99) })
	try("slice array", func() { reflect.ValueOf([2]int{}).Slice(0, 1) })
	try("swapper", func() { reflect.Swapper(1) })
	try("make slice", func() { reflect.MakeSlice(reflect.TypeOf(1), 1, 1) })
	try("append wrong", func() { reflect.Append(s, reflect.ValueOf("x")) })

	// maps
	m := reflect.ValueOf(map[string]Big{"one": {Tail: "1"}, "two": {Tail: "2"}})
	keys := m.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, k := range keys {
		fmt.Print(k, " ", m.MapIndex(k).FieldByName("Tail"), " ", m.MapIndex(k).CanSet(), "; ")
	}
	total := 0
	for it := m.MapRange(); it.Next(); {
		total += len(it.Key().String()) + len(it.Value().Field(1).String())
	}
	fmt.Println(total, m.Len())
	nm := reflect.MakeMap(reflect.TypeOf(map[any]error{}))
	nm.SetMapIndex(reflect.ValueOf(1), reflect.ValueOf(errors.New("e")))
	nm.SetMapIndex(reflect.ValueOf("k"), reflect.Zero(nm.Type().Elem()))
	fmt.Println(nm.Len(), nm.MapIndex(reflect.ValueOf(1)), nm.MapIndex(reflect.ValueOf("k")).IsNil(), nm.MapIndex(reflect.ValueOf(2)).IsValid())
	try("iter early", func() { m.MapRange().Key() })

	// conversions
	for _, from := range []any{65, int8(-1), uint8(200), 3.99, float32(2.5), "hé", []byte("by"), []rune("rü"), Num(3), 1 + 2i, [2]int{1, 2}, []int{1, 2, 3}, Wide{"a", "b", "c"}} {
		for _, to := range []any{0, int8(0), uint16(0), 0.0, float32(0), "", []byte{}, []rune{}, Num(0), complex64(0), any(&[2]int{}), struct{ A, B, C string }{}, any(new(any))} {
			t := reflect.TypeOf(to)
			if f := reflect.ValueOf(from); f.CanConvert(t) {
				fmt.Printf("%v(%v)=%v ", t, from, reflect.Indirect(f.Convert(t)))
			}
		}
		fmt.Println()
	}
	e := reflect.ValueOf(Wide{"x", "y", "z"}).Convert(reflect.TypeOf((*Joiner)(nil)).Elem())
	fmt.Println(e.Kind(), e.Type(), e.Elem().Type(), e.NumMethod())
	try("short slice", func() { reflect.ValueOf([]int{1}).Convert(reflect.TypeOf(&[2]int{})) })

	// methods and calls
	n := Num(21)
	nv := reflect.ValueOf(&n)
	fmt.Println(nv.NumMethod(), nv.Elem().NumMethod(), nv.MethodByName("Double").Call(nil)[0], nv.Method(1).Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(2)})[0], nv.Method(1).Type())
	fmt.Println(nv.Method(1).CallSlice([]reflect.Value{reflect.ValueOf([]int{10, 20})})[0], n, nv.MethodByName("Nope").IsValid())
	double := nv.MethodByName("Double").Interface().(func() Num)
	n = 1
	fmt.Println(double(), nv.Type().Method(0).Func.Call([]reflect.Value{nv})[0])
	big := Big{Tail: "t"}
	big.Data[7], big.Data[199] = 3, 4
	fmt.Println(reflect.ValueOf(big).Method(0).Call([]reflect.Value{reflect.ValueOf(10)})[0], reflect.TypeOf(big).Method(0).Func.Interface().(func(Big, int) int)(big, 2))
	w := Wide{"a", "b", "c"}
	out := reflect.ValueOf(w).MethodByName("Join").Call([]reflect.Value{reflect.ValueOf("-"), reflect.ValueOf(1), reflect.ValueOf("two")})
	fmt.Println(out[0], out[1], reflect.ValueOf(w).Method(0).Interface().(func(string, ...any) (string, error)) != nil)
	j := e.Method(0).Call([]reflect.Value{reflect.ValueOf("+")})
	fmt.Println(j[0], j[1].Elem().Type())
	text, err := reflect.TypeOf(w).Method(0).Func.Interface().(func(Wide, string, ...any) (string, error))(w, "/", 5)
	fmt.Println(text, err)
	id := reflect.MakeFunc(reflect.TypeOf(func(Big, string, float32) (float32, Big, string) { return 0, Big{}, "" }), func(a []reflect.Value) []reflect.Value {
		return []reflect.Value{a[2], a[0], a[1]}
	}).Interface().(func(Big, string, float32) (float32, Big, string))
	f32, bg, st := id(big, "pass", 1.5)
	fmt.Println(f32, bg == big, st)
	variadic := reflect.MakeFunc(reflect.TypeOf(func(string, ...int) int { return 0 }), func(a []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(a[1].Len() + len(a[0].String()))}
	}).Interface().(func(string, ...int) int)
	fmt.Println(variadic("abc"), variadic("abc", 1, 2, 3))
	try("wrong results", func() {
		reflect.MakeFunc(reflect.TypeOf(func() int { return 0 }), func([]reflect.Value) []reflect.Value { return nil }).Call(nil)
	})

	// equality
	type node struct {
		next *node
		v    any
	}
	c1, c2 := &node{v: 1}, &node{v: 1}
	c1.next, c2.next = c1, c2
	pairs := [][2]any{{1, 1}, {1, int8(1)}, {[]int(nil), []int{}}, {[]int{1}, []int{1}}, {map[string][]int{"a": {1}}, map[string][]int{"a": {1}}}, {map[int]int{1: 1}, map[int]int{2: 1}},
		{c1, c2}, {math.NaN(), math.NaN()}, {&x, &x}, {Inner{1, "a"}, Inner{1, "a"}}, {Inner{1, "a"}, Inner{1, "b"}}, {nil, nil}, {nil, 1}, {func() {}, func() {}}, {(func())(nil), (func())(nil)},
		{[]any{1, "a", nil}, []any{1, "a", nil}}, {[]byte("x"), []byte("x")}, {errors.New("a"), errors.New("a")}, {[2]string{"a"}, [2]string{"a"}}}
	for _, p := range pairs {
		fmt.Print(reflect.DeepEqual(p[0], p[1]), " ")
	}
	fmt.Println()

	// values in values
	p := reflect.New(reflect.TypeOf(x.In))
	p.Elem().Field(0).SetInt(3)
	fmt.Println(p.Interface().(*Inner).N, p.Elem().Addr().Interface() == p.Interface(), reflect.Indirect(p).Type())
	fmt.Printf("%v %d %s %v\n", reflect.ValueOf(7), reflect.ValueOf(7), reflect.ValueOf("s"), []reflect.Value{reflect.ValueOf(1)})
	fmt.Println(reflect.ValueOf(7).String(), reflect.ValueOf(w).String(), reflect.Value{}.String(), reflect.ValueOf(Num(4)))
	st2 := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(0)}, {Name: "B", Type: reflect.TypeOf("")}})).Elem()
	st2.Field(0).SetInt(5)
	st2.Field(1).SetString("made")
	fmt.Printf("%v %+v %T\n", st2, st2, st2.Interface())
	fmt.Println(st2.Interface() == any(struct {
		A int
		B string
	}{5, "made"}), reflect.ValueOf(int8(1)).OverflowInt(128), reflect.ValueOf(float32(1)).OverflowFloat(1e300), reflect.ValueOf(uint8(0)).OverflowUint(255))
}

// expect: B bool bool true true true zero=false true true
// expect: I int int true true true zero=false -5 -5
// expect: I8 int8 int8 true true true zero=false 3 3
// expect: U16 uint16 uint16 true true true zero=false 7 7
// expect: F32 float32 float32 true true true zero=false 1.25 1.25
// expect: C64 complex64 complex64 true true true zero=false (1+2i) (1+2i)
// expect: C complex128 complex128 true true true zero=false (0+3i) (0+3i)
// expect: S string string true true true zero=false str str
// expect: A array [2]int8 true true true zero=true [0 0] [0 0]
// expect: L slice []int true true true zero=false nil=false [1 2 3] [1 2 3]
// expect: M map map[string]int true true true zero=false nil=false map[k:1] map[k:1]
// expect: P ptr *main.Inner true true true zero=false nil=false 
// expect: In struct main.Inner true true true zero=true {0 } {N:0 s:}
// expect: E interface interface {} true true true zero=false nil=false {4 } {N:4 s:}
// expect: Err interface error true true true zero=true nil=true <nil> <nil>
// expect: Fn func func(int) int true true true zero=false nil=false 
// expect: Ch chan chan int true true true zero=false nil=false 
// expect: priv int int false true false zero=true 0 0
// expect: embedded struct main.embedded false true false zero=true {0} {Shown:0}
// expect: false 1099511627776 44 4464 3.1415927 (3.1415927+1i) (0-1i) new [0 -1] [100 2 3] {77 } {78 } any err 5
// expect: <nil> map[z:26] false 78
// expect: 144
// expect: set unaddressable panics: reflect: reflect.Value.SetBool using unaddressable value
// expect: set private panics: reflect: reflect.Value.SetInt using value obtained using unexported field
// expect: set embedded panics: reflect: reflect.Value.Set using value obtained using unexported field
// expect: interface of private panics: reflect.Value.Interface: cannot return value obtained from unexported field or method
// expect: 
// expect: private of inner is fine
// expect: int of string panics: reflect: call of reflect.Value.Int on string Value
// expect: set wrong type panics: reflect.Set: value of type string is not assignable to type int
// expect: set wrong kind panics: reflect: call of reflect.Value.SetString on int Value
// expect: zero value panics: reflect: call of reflect.Value.Type on zero Value
// expect: zero value interface panics: reflect: call of reflect.Value.Interface on zero Value
// expect: zero value int panics: reflect: call of reflect.Value.Int on zero Value
// expect: elem of int panics: reflect: call of reflect.Value.Elem on int Value
// expect: nil of int panics: reflect: call of reflect.Value.IsNil on int Value
// expect: len of int panics: reflect: call of reflect.Value.Len on int Value
// expect: field of int panics: reflect: call of reflect.Value.Field on int Value
// expect: field range panics: reflect: Field index out of range
// expect: index range panics: reflect: slice index out of range
// expect: array index range panics: reflect: array index out of range
// expect: string index range panics: reflect: string index out of range
// expect: addr panics: reflect.Value.Addr of unaddressable value
// expect: map key type panics: reflect.Value.MapIndex: value of type int is not assignable to type string
// expect: nil map panics: assignment to entry in nil map
// expect: map index of slice panics: reflect: call of reflect.Value.MapIndex on slice Value
// expect: call nil panics: reflect.Value.Call: call of nil function
// expect: call too few panics: reflect: Call with too few input arguments
// expect: call too many panics: reflect: Call with too many input arguments
// expect: call wrong type panics: reflect: Call using int as type string
// expect: call int panics: reflect: call of reflect.Value.Call on int Value
// expect: call zero arg panics: reflect: Call using zero Value argument
// expect: set len panics: reflect: slice length out of range in SetLen
// expect: unhashable panics: runtime error: hash of unhashable type []int
// expect: method range panics: reflect: Method index out of range
// expect: convert panics: reflect.Value.Convert: value of type string cannot be converted to type int
// expect: panic in call panics: inside
// expect: [2 3] 4 2 el [3 4]
// expect: [1 2] 2 5 [1 2 9 8] [1 2]
// expect: [0 0 7 7 7 7 7] 2 [0 0 7 7 7 7 7]
// expect: ["first" ""] 2 5
// expect: BYtes 2 [66 89 116 101 115]
// expect: slice range panics: reflect.Value.Slice: slice index out of bounds
// expect: slice array panics: reflect.Value.Slice: slice of unaddressable array
// expect: swapper panics: reflect: call of Swapper on int Value
// expect: make slice panics: reflect.MakeSlice of non-slice type
// expect: append wrong panics: reflect.Set: value of type string is not assignable to type int
// expect: one 1 false; two 2 false; 8 2
// expect: 2 e true false
// expect: iter early panics: MapIter.Key called before Next
// expect: int(65)=65 int8(65)=65 uint16(65)=65 float64(65)=65 float32(65)=65 string(65)=A main.Num(65)=65 
// expect: int(-1)=-1 int8(-1)=-1 uint16(-1)=65535 float64(-1)=-1 float32(-1)=-1 string(-1)=� main.Num(-1)=-1 
// expect: int(200)=200 int8(200)=-56 uint16(200)=200 float64(200)=200 float32(200)=200 string(200)=È main.Num(200)=200 
// expect: int(3.99)=3 int8(3.99)=3 uint16(3.99)=3 float64(3.99)=3.99 float32(3.99)=3.99 main.Num(3.99)=3 
// expect: int(2.5)=2 int8(2.5)=2 uint16(2.5)=2 float64(2.5)=2.5 float32(2.5)=2.5 main.Num(2.5)=2 
// expect: string(hé)=hé []uint8(hé)=[104 195 169] []int32(hé)=[104 233] 
// expect: string([98 121])=by []uint8([98 121])=[98 121] 
// expect: string([114 252])=rü []int32([114 252])=[114 252] 
// expect: int(3)=3 int8(3)=3 uint16(3)=3 float64(3)=3 float32(3)=3 string(3)= main.Num(3)=3 
// expect: complex64((1+2i))=(1+2i) 
// expect: 
// expect: *[2]int([1 2 3])=[1 2] 
// expect: struct { A string; B string; C string }({a b c})={a b c} 
// expect: interface main.Joiner main.Wide 1
// expect: short slice panics: reflect: cannot convert slice with length 1 to pointer to array with length 2
// expect: 2 1 42 24 func(...int) int
// expect: 54 54 false
// expect: 2 2
// expect: 70 14
// expect: a-b-c1two done true
// expect: x+y+z *errors.errorString
// expect: a/b/c5 done
// expect: 1.5 true pass
// expect: 3 6
// expect: wrong results panics: reflect: wrong return count from function created by MakeFunc
// expect: true false false true true false true false true true false true false false true true true true true 
// expect: 3 true main.Inner
// expect: 7 7 s [<int Value>]
// expect: <int Value> <main.Wide Value> <invalid Value> 4
// expect: {5 made} {A:5 B:made} struct { A int; B string }
// expect: true true true false
