// Types: names, kinds, components, fields, methods, relations, and types made of types.
package main

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"sort"
	"time"
	"unsafe"
)

type Point struct {
	X, Y int
}

func (p Point) Add(q Point) Point           { return Point{p.X + q.X, p.Y + q.Y} }
func (p *Point) Scale(by int, more ...int)  { p.X *= by }
func (p Point) String() string              { return fmt.Sprintf("(%d,%d)", p.X, p.Y) }
func (p Point) hidden()                     {}

type Base struct {
	ID   int    `json:"id" db:"key"`
	name string `odd`
}

func (b *Base) Name() string { return b.name }

type Derived struct {
	Base
	*Point
	Tags []string `json:"tags,omitempty" esc:"a\"b" `
	ID2  int
}

type Left struct{ Same int }
type Right struct{ Same int }
type Both struct {
	Left
	Right
}

type Shape interface {
	Area() float64
	fmt.Stringer
	private()
}
type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) Swap() Pair[K, V] { return p }

type Celsius float64
type Strings []string
type Op func(a, b int) int
type List struct {
	Next *List
	Val  any
}

func describe(t reflect.Type) {
	fmt.Printf("%v name=%q pkg=%q kind=%v size=%d align=%d cmp=%t methods=%d", t, t.Name(), t.PkgPath(), t.Kind(), t.Size(), t.Align(), t.Comparable(), t.NumMethod())
	switch t.Kind() {
	case reflect.Array:
		fmt.Print(" len=", t.Len(), " elem=", t.Elem())
	case reflect.Map:
		fmt.Print(" key=", t.Key(), " elem=", t.Elem())
	case reflect.Chan:
		fmt.Print(" dir=", t.ChanDir(), " elem=", t.Elem())
	case reflect.Pointer, reflect.Slice:
		fmt.Print(" elem=", t.Elem())
	case reflect.Func:
		fmt.Print(" in=", t.NumIn(), " out=", t.NumOut(), " variadic=", t.IsVariadic())
		for i := 0; i < t.NumIn(); i++ {
			fmt.Print(" ", t.In(i))
		}
		for i := 0; i < t.NumOut(); i++ {
			fmt.Print(" -> ", t.Out(i))
		}
	case reflect.Int8, reflect.Uint32, reflect.Float64, reflect.Complex64:
		fmt.Print(" bits=", t.Bits())
	case reflect.Struct:
		for i := 0; i < t.NumField(); i++ {
			f := t.Field(i)
			fmt.Printf(" {%s %q %v %q +%d %v %t %t}", f.Name, f.PkgPath, f.Type, f.Tag, f.Offset, f.Index, f.Anonymous, f.IsExported())
		}
	}
	fmt.Println()
	for i := 0; i < t.NumMethod(); i++ {
		m := t.Method(i)
		fmt.Printf("    %d %s %q %v %t\n", m.Index, m.Name, m.PkgPath, m.Type, m.Func.IsValid())
	}
}

func try(name string, f func()) {
	defer func() {
		if e := recover(); e != nil {
			fmt.Println(name, "panics:", e)
		}
	}()
	f()
	fmt.Println(name, "is fine")
}

func main() {
	var shape Shape
	values := []any{true, 1, int8(2), uint32(3), uintptr(4), 1.5, complex64(1), "s", [3]byte{}, []string{}, map[string][]int{},
		make(chan int), make(<-chan int), make(chan<- int), make(chan (<-chan int)), func(int, ...string) (bool, error) { return false, nil },
		Point{}, &Point{}, Derived{}, &Derived{}, Base{}, Both{}, Celsius(1), Strings{}, Op(nil), List{}, &shape, Pair[string, int]{}, Pair[Point, []Point]{},
		struct {
			A int
			b string "tag"
		}{}, struct{}{}, new(any), new(error), errors.New("x"), io.EOF, time.Second, [2][]map[Point]*Base{}, unsafe.Sizeof(1)}
	for _, x := range values {
		describe(reflect.TypeOf(x))
	}
	describe(reflect.TypeOf(&shape).Elem())
	describe(reflect.TypeOf((*error)(nil)).Elem())
	fmt.Println(reflect.TypeOf(nil), reflect.TypeOf(any(nil)) == nil)

	d := reflect.TypeOf(Derived{})
	for _, name := range []string{"ID", "X", "Base", "Point", "Tags", "name", "none"} {
		f, ok := d.FieldByName(name)
		fmt.Println(name, ok, f.Name, f.Index, f.Type)
	}
	f, ok := reflect.TypeOf(Both{}).FieldByName("Same")
	fmt.Println(f.Name, ok)
	f, ok = d.FieldByNameFunc(func(s string) bool { return len(s) == 3 })
	fmt.Println(f.Name, ok, d.FieldByIndex([]int{1, 1}).Name, d.FieldByIndex([]int{0, 0}).Tag)
	for _, f := range reflect.VisibleFields(d) {
		fmt.Print(f.Name, f.Index, " ")
	}
	fmt.Println()
	tag := d.Field(2).Tag
	fmt.Println(tag.Get("json"), tag.Get("esc"), tag.Get("none"))
	_, ok = tag.Lookup("esc")
	fmt.Println(ok, d.Field(0).Type.Field(0).Tag.Get("db"), d.Field(0).Type.Field(1).Tag.Get("odd"))
	m, ok := reflect.TypeOf(&Point{}).MethodByName("Scale")
	fmt.Println(m.Name, ok, m.Type, m.Type.IsVariadic())
	_, ok = reflect.TypeOf(Point{}).MethodByName("Scale")
	fmt.Println(ok)

	types := []reflect.Type{reflect.TypeOf(1), reflect.TypeOf(int8(1)), reflect.TypeOf(1.5), reflect.TypeOf(Celsius(1)), reflect.TypeOf(1i),
		reflect.TypeOf("s"), reflect.TypeOf([]byte{}), reflect.TypeOf([]rune{}), reflect.TypeOf(Strings{}), reflect.TypeOf([]string{}), reflect.TypeOf(Point{}), reflect.TypeOf(&Point{}),
		reflect.TypeOf(struct{ X, Y int }{}), reflect.TypeOf(struct {
			X int `t:"1"`
			Y int
		}{}), reflect.TypeOf((*fmt.Stringer)(nil)).Elem(), reflect.TypeOf((*any)(nil)).Elem(), reflect.TypeOf(make(chan int)), reflect.TypeOf(make(<-chan int)),
		reflect.TypeOf(&[2]int{}), reflect.TypeOf([]int{}), reflect.TypeOf(Op(nil)), reflect.TypeOf(func(int, int) int { return 0 })}
	for i, t := range types {
		for j, u := range types {
			if i != j && (t.AssignableTo(u) || t.ConvertibleTo(u)) {
				fmt.Printf("%v to %v: %t %t\n", t, u, t.AssignableTo(u), t.ConvertibleTo(u))
			}
		}
	}
	stringer := types[14]
	fmt.Println(reflect.TypeOf(Point{}).Implements(stringer), reflect.TypeOf(1).Implements(stringer), reflect.TypeOf(&shape).Elem().Implements(stringer))

	intT, strT := reflect.TypeOf(0), reflect.TypeOf("")
	fmt.Println(reflect.PointerTo(intT) == reflect.TypeOf(new(int)), reflect.SliceOf(strT) == reflect.TypeOf([]string{}), reflect.MapOf(strT, intT) == reflect.TypeOf(map[string]int{}),
		reflect.ArrayOf(3, intT) == reflect.TypeOf([3]int{}), reflect.ChanOf(reflect.RecvDir, intT) == reflect.TypeOf(make(<-chan int)),
		reflect.FuncOf([]reflect.Type{intT, reflect.SliceOf(strT)}, []reflect.Type{strT}, true) == reflect.TypeOf(func(int, ...string) string { return "" }))
	made := reflect.StructOf([]reflect.StructField{{Name: "A", Type: intT, Tag: `json:"a"`}, {Name: "B", Type: reflect.ArrayOf(2, strT)}, {Name: "C", Type: reflect.TypeOf(byte(0))}})
	describe(made)
	describe(reflect.ChanOf(reflect.BothDir, reflect.ChanOf(reflect.RecvDir, made)))
	describe(reflect.MapOf(reflect.TypeOf(Point{}), reflect.PointerTo(made)))
	describe(reflect.FuncOf(nil, []reflect.Type{intT, strT}, false))
	fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "A", Type: intT, Tag: `json:"a"`}, {Name: "B", Type: reflect.ArrayOf(2, strT)}, {Name: "C", Type: reflect.TypeOf(byte(0))}}) == made)
	fmt.Println(reflect.StructOf([]reflect.StructField{{Name: "X", Type: intT}, {Name: "Y", Type: intT}}) == reflect.TypeOf(struct{ X, Y int }{}))
	kinds := map[reflect.Kind]int{}
	for _, x := range values {
		kinds[reflect.TypeOf(x).Kind()]++
	}
	var names []string
	for k, n := range kinds {
		names = append(names, fmt.Sprint(k, n))
	}
	sort.Strings(names)
	fmt.Println(names, reflect.Kind(99), reflect.RecvDir, reflect.BothDir)

	try("Elem", func() { intT.Elem() })
	try("Key", func() { strT.Key() })
	try("NumField", func() { strT.NumField() })
	try("Field", func() { d.Field(9) })
	try("FieldByName", func() { intT.FieldByName("x") })
	try("Len", func() { strT.Len() })
	try("In", func() { strT.In(0) })
	try("Method", func() { d.Method(99) })
	try("Bits", func() { strT.Bits() })
	try("ChanDir", func() { strT.ChanDir() })
	try("Implements", func() { strT.Implements(intT) })
	try("Implements", func() { strT.Implements(nil) })
	try("MapOf", func() { reflect.MapOf(reflect.TypeOf([]int{}), intT) })
	try("FuncOf", func() { reflect.FuncOf(nil, nil, true) })
	try("StructOf", func() { reflect.StructOf([]reflect.StructField{{Name: "a", Type: intT}}) })
	try("StructOf", func() { reflect.StructOf([]reflect.StructField{{Name: "A", Type: intT}, {Name: "A", Type: intT}}) })
}

// expect: bool name="bool" pkg="" kind=bool size=1 align=1 cmp=true methods=0
// expect: int name="int" pkg="" kind=int size=8 align=8 cmp=true methods=0
// expect: int8 name="int8" pkg="" kind=int8 size=1 align=1 cmp=true methods=0 bits=8
// expect: uint32 name="uint32" pkg="" kind=uint32 size=4 align=4 cmp=true methods=0 bits=32
// expect: uintptr name="uintptr" pkg="" kind=uintptr size=8 align=8 cmp=true methods=0
// expect: float64 name="float64" pkg="" kind=float64 size=8 align=8 cmp=true methods=0 bits=64
// expect: complex64 name="complex64" pkg="" kind=complex64 size=8 align=4 cmp=true methods=0 bits=64
// expect: string name="string" pkg="" kind=string size=16 align=8 cmp=true methods=0
// expect: [3]uint8 name="" pkg="" kind=array size=3 align=1 cmp=true methods=0 len=3 elem=uint8
// expect: []string name="" pkg="" kind=slice size=24 align=8 cmp=false methods=0 elem=string
// expect: map[string][]int name="" pkg="" kind=map size=8 align=8 cmp=false methods=0 key=string elem=[]int
// expect: chan int name="" pkg="" kind=chan size=8 align=8 cmp=true methods=0 dir=chan elem=int
// expect: <-chan int name="" pkg="" kind=chan size=8 align=8 cmp=true methods=0 dir=<-chan elem=int
// expect: chan<- int name="" pkg="" kind=chan size=8 align=8 cmp=true methods=0 dir=chan<- elem=int
// expect: chan (<-chan int) name="" pkg="" kind=chan size=8 align=8 cmp=true methods=0 dir=chan elem=<-chan int
// expect: func(int, ...string) (bool, error) name="" pkg="" kind=func size=8 align=8 cmp=false methods=0 in=2 out=2 variadic=true int []string -> bool -> error
// expect: main.Point name="Point" pkg="main" kind=struct size=16 align=8 cmp=true methods=2 {X "" int "" +0 [0] false true} {Y "" int "" +8 [1] false true}
// expect:     0 Add "" func(main.Point, main.Point) main.Point true
// expect:     1 String "" func(main.Point) string true
// expect: *main.Point name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=3 elem=main.Point
// expect:     0 Add "" func(*main.Point, main.Point) main.Point true
// expect:     1 Scale "" func(*main.Point, int, ...int) true
// expect:     2 String "" func(*main.Point) string true
// expect: main.Derived name="Derived" pkg="main" kind=struct size=64 align=8 cmp=false methods=3 {Base "" main.Base "" +0 [0] true true} {Point "" *main.Point "" +24 [1] true true} {Tags "" []string "json:\"tags,omitempty\" esc:\"a\\\"b\" " +32 [2] false true} {ID2 "" int "" +56 [3] false true}
// expect:     0 Add "" func(main.Derived, main.Point) main.Point true
// expect:     1 Scale "" func(main.Derived, int, ...int) true
// expect:     2 String "" func(main.Derived) string true
// expect: *main.Derived name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=4 elem=main.Derived
// expect:     0 Add "" func(*main.Derived, main.Point) main.Point true
// expect:     1 Name "" func(*main.Derived) string true
// expect:     2 Scale "" func(*main.Derived, int, ...int) true
// expect:     3 String "" func(*main.Derived) string true
// expect: main.Base name="Base" pkg="main" kind=struct size=24 align=8 cmp=true methods=0 {ID "" int "json:\"id\" db:\"key\"" +0 [0] false true} {name "main" string "odd" +8 [1] false false}
// expect: main.Both name="Both" pkg="main" kind=struct size=16 align=8 cmp=true methods=0 {Left "" main.Left "" +0 [0] true true} {Right "" main.Right "" +8 [1] true true}
// expect: main.Celsius name="Celsius" pkg="main" kind=float64 size=8 align=8 cmp=true methods=0 bits=64
// expect: main.Strings name="Strings" pkg="main" kind=slice size=24 align=8 cmp=false methods=0 elem=string
// expect: main.Op name="Op" pkg="main" kind=func size=8 align=8 cmp=false methods=0 in=2 out=1 variadic=false int int -> int
// expect: main.List name="List" pkg="main" kind=struct size=24 align=8 cmp=true methods=0 {Next "" *main.List "" +0 [0] false true} {Val "" interface {} "" +8 [1] false true}
// expect: *main.Shape name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=0 elem=main.Shape
// expect: main.Pair[string,int] name="Pair[string,int]" pkg="main" kind=struct size=24 align=8 cmp=true methods=1 {Key "" string "" +0 [0] false true} {Val "" int "" +16 [1] false true}
// expect:     0 Swap "" func(main.Pair[string,int]) main.Pair[string,int] true
// expect: main.Pair[main.Point,[]main.Point] name="Pair[main.Point,[]main.Point]" pkg="main" kind=struct size=40 align=8 cmp=false methods=1 {Key "" main.Point "" +0 [0] false true} {Val "" []main.Point "" +16 [1] false true}
// expect:     0 Swap "" func(main.Pair[main.Point,[]main.Point]) main.Pair[main.Point,[]main.Point] true
// expect: struct { A int; b string "tag" } name="" pkg="" kind=struct size=24 align=8 cmp=true methods=0 {A "" int "" +0 [0] false true} {b "main" string "tag" +8 [1] false false}
// expect: struct {} name="" pkg="" kind=struct size=0 align=1 cmp=true methods=0
// expect: *interface {} name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=0 elem=interface {}
// expect: *error name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=0 elem=error
// expect: *errors.errorString name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=1 elem=errors.errorString
// expect:     0 Error "" func(*errors.errorString) string true
// expect: *errors.errorString name="" pkg="" kind=ptr size=8 align=8 cmp=true methods=1 elem=errors.errorString
// expect:     0 Error "" func(*errors.errorString) string true
// expect: time.Duration name="Duration" pkg="time" kind=int64 size=8 align=8 cmp=true methods=10
// expect:     0 Abs "" func(time.Duration) time.Duration true
// expect:     1 Hours "" func(time.Duration) float64 true
// expect:     2 Microseconds "" func(time.Duration) int64 true
// expect:     3 Milliseconds "" func(time.Duration) int64 true
// expect:     4 Minutes "" func(time.Duration) float64 true
// expect:     5 Nanoseconds "" func(time.Duration) int64 true
// expect:     6 Round "" func(time.Duration, time.Duration) time.Duration true
// expect:     7 Seconds "" func(time.Duration) float64 true
// expect:     8 String "" func(time.Duration) string true
// expect:     9 Truncate "" func(time.Duration, time.Duration) time.Duration true
// expect: [2][]map[main.Point]*main.Base name="" pkg="" kind=array size=48 align=8 cmp=false methods=0 len=2 elem=[]map[main.Point]*main.Base
// expect: uintptr name="uintptr" pkg="" kind=uintptr size=8 align=8 cmp=true methods=0
// expect: main.Shape name="Shape" pkg="main" kind=interface size=16 align=8 cmp=true methods=3
// expect:     0 Area "" func() float64 false
// expect:     1 String "" func() string false
// expect:     2 private "main" func() false
// expect: error name="error" pkg="" kind=interface size=16 align=8 cmp=true methods=1
// expect:     0 Error "" func() string false
// expect: <nil> true
// expect: ID true ID [0 0] int
// expect: X true X [1 0] int
// expect: Base true Base [0] main.Base
// expect: Point true Point [1] *main.Point
// expect: Tags true Tags [2] []string
// expect: name true name [0 1] string
// expect: none false  [] <nil>
// expect:  false
// expect: ID2 true Y json:"id" db:"key"
// expect: Base[0] ID[0 0] name[0 1] Point[1] X[1 0] Y[1 1] Tags[2] ID2[3] 
// expect: tags,omitempty a"b 
// expect: true key 
// expect: Scale true func(*main.Point, int, ...int) true
// expect: false
// expect: int to int8: false true
// expect: int to float64: false true
// expect: int to main.Celsius: false true
// expect: int to string: false true
// expect: int to interface {}: true true
// expect: int8 to int: false true
// expect: int8 to float64: false true
// expect: int8 to main.Celsius: false true
// expect: int8 to string: false true
// expect: int8 to interface {}: true true
// expect: float64 to int: false true
// expect: float64 to int8: false true
// expect: float64 to main.Celsius: false true
// expect: float64 to interface {}: true true
// expect: main.Celsius to int: false true
// expect: main.Celsius to int8: false true
// expect: main.Celsius to float64: false true
// expect: main.Celsius to interface {}: true true
// expect: complex128 to interface {}: true true
// expect: string to []uint8: false true
// expect: string to []int32: false true
// expect: string to interface {}: true true
// expect: []uint8 to string: false true
// expect: []uint8 to interface {}: true true
// expect: []int32 to string: false true
// expect: []int32 to interface {}: true true
// expect: main.Strings to []string: true true
// expect: main.Strings to interface {}: true true
// expect: []string to main.Strings: true true
// expect: []string to interface {}: true true
// expect: main.Point to struct { X int; Y int }: true true
// expect: main.Point to struct { X int "t:\"1\""; Y int }: false true
// expect: main.Point to fmt.Stringer: true true
// expect: main.Point to interface {}: true true
// expect: *main.Point to fmt.Stringer: true true
// expect: *main.Point to interface {}: true true
// expect: struct { X int; Y int } to main.Point: true true
// expect: struct { X int; Y int } to struct { X int "t:\"1\""; Y int }: false true
// expect: struct { X int; Y int } to interface {}: true true
// expect: struct { X int "t:\"1\""; Y int } to main.Point: false true
// expect: struct { X int "t:\"1\""; Y int } to struct { X int; Y int }: false true
// expect: struct { X int "t:\"1\""; Y int } to interface {}: true true
// expect: fmt.Stringer to interface {}: true true
// expect: chan int to interface {}: true true
// expect: chan int to <-chan int: true true
// expect: <-chan int to interface {}: true true
// expect: *[2]int to interface {}: true true
// expect: []int to interface {}: true true
// expect: []int to *[2]int: false true
// expect: main.Op to interface {}: true true
// expect: main.Op to func(int, int) int: true true
// expect: func(int, int) int to interface {}: true true
// expect: func(int, int) int to main.Op: true true
// expect: true false true
// expect: true true true true true true
// expect: struct { A int "json:\"a\""; B [2]string; C uint8 } name="" pkg="" kind=struct size=48 align=8 cmp=true methods=0 {A "" int "json:\"a\"" +0 [0] false true} {B "" [2]string "" +8 [1] false true} {C "" uint8 "" +40 [2] false true}
// expect: chan (<-chan struct { A int "json:\"a\""; B [2]string; C uint8 }) name="" pkg="" kind=chan size=8 align=8 cmp=true methods=0 dir=chan elem=<-chan struct { A int "json:\"a\""; B [2]string; C uint8 }
// expect: map[main.Point]*struct { A int "json:\"a\""; B [2]string; C uint8 } name="" pkg="" kind=map size=8 align=8 cmp=false methods=0 key=main.Point elem=*struct { A int "json:\"a\""; B [2]string; C uint8 }
// expect: func() (int, string) name="" pkg="" kind=func size=8 align=8 cmp=false methods=0 in=0 out=2 variadic=false -> int -> string
// expect: true
// expect: true
// expect: [array 2 bool 1 chan 4 complex64 1 float64 2 func 2 int 1 int64 1 int8 1 map 1 ptr 7 slice 2 string 1 struct 9 uint32 1 uintptr 2] kind99 <-chan chan
// expect: Elem panics: reflect: Elem of invalid type int
// expect: Key panics: reflect: Key of non-map type string
// expect: NumField panics: reflect: NumField of non-struct type string
// expect: Field panics: reflect: Field index out of bounds
// expect: FieldByName panics: reflect: FieldByName of non-struct type int
// expect: Len panics: reflect: Len of non-array type string
// expect: In panics: reflect: In of non-func type string
// expect: Method panics: reflect: Method index out of range
// expect: Bits panics: reflect: Bits of non-arithmetic Type string
// expect: ChanDir panics: reflect: ChanDir of non-chan type string
// expect: Implements panics: reflect: non-interface type passed to Type.Implements
// expect: Implements panics: reflect: nil type passed to Type.Implements
// expect: MapOf panics: reflect.MapOf: invalid key type []int
// expect: FuncOf panics: reflect.FuncOf: last arg of variadic func must be slice
// expect: StructOf panics: reflect.StructOf: field "a" is unexported but missing PkgPath
// expect: StructOf panics: reflect.StructOf: duplicate field A
