// Writing JSON: kinds, tags, embedding, methods, errors, layout.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"
)

type Color int

func (c Color) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("color-%d", int(c))), nil }

type Temp float64

func (t *Temp) MarshalJSON() ([]byte, error) {
	return []byte(fmt.Sprintf(`{"deg": %g}`, float64(*t))), nil
}

type Bad struct{}

func (Bad) MarshalJSON() ([]byte, error) { return nil, errors.New("bad") }

type Broken struct{}

func (Broken) MarshalJSON() ([]byte, error) { return []byte(`{"a":`), nil }

type Inner struct {
	X int
	Y string `json:"y,omitempty"`
}
type inner2 struct {
	Z      int
	Shared int
}
type Tagged struct {
	Shared int `json:"Shared"`
}
type Doc struct {
	Inner
	*inner2
	Tagged
	Name    string          `json:"name"`
	Skip    string          `json:"-"`
	Dash    string          `json:"-,"`
	Empty   *int            `json:"empty,omitempty"`
	Nil     *int            `json:"nil"`
	Quoted  int64           `json:",string"`
	QStr    string          `json:"qstr,string"`
	QBool   *bool           `json:",string"`
	Bytes   []byte          `json:"bytes"`
	NilS    []int           `json:"nils"`
	EmptyS  []int           `json:"emptys"`
	Arr     [3]uint8        `json:"arr"`
	M       map[string]int  `json:"m"`
	MI      map[int]string  `json:"mi"`
	MC      map[Color]bool  `json:"mc"`
	Any     any             `json:"any"`
	Raw     json.RawMessage `json:"raw"`
	Num     json.Number     `json:"num"`
	C       Color           `json:"c"`
	T       Temp            `json:"t"`
	PT      *Temp           `json:"pt"`
	F32     float32         `json:"f32"`
	Iface   fmt.Stringer    `json:"iface"`
	Weird   int             `json:"a b,c"`
	BadName int             `json:"a\"b"`
	private int
	Func    func()             `json:"-"`
	Strs    map[string]string  `json:"strs,omitempty"`
	Struct  struct{ A, B int } `json:"struct,omitempty"`
	Dur     time.Duration
}
type Left struct{ Same int }
type Right struct{ Same int }
type Clash struct {
	Left
	Right
	Other int
}
type Loop struct {
	Next *Loop
	M    map[string]any
}
type G[T any] struct {
	V T `json:"v"`
}

func show(v any) {
	b, err := json.Marshal(v)
	fmt.Printf("%s %v\n", b, err)
}

func main() {
	tr, t := true, Temp(36.6)
	d := Doc{Inner: Inner{1, ""}, inner2: &inner2{2, 3}, Tagged: Tagged{4}, Name: "n", Dash: "d", Quoted: 12, QStr: "q\"", QBool: &tr, Bytes: []byte("bytes"), EmptyS: []int{}, M: map[string]int{"b": 1, "a": 2}, MI: map[int]string{10: "x", 9: "y", -1: "z"},
		MC: map[Color]bool{2: true}, Any: []any{1, "a", nil, 1.5, map[string]any{"k": []int{1}}}, Raw: json.RawMessage(` { "x" : [ 1 ] } `), Num: "1e5", C: 7, T: 1, PT: &t, F32: 3.14}
	show(d)
	show(&d)
	show(Clash{Other: 1})
	for _, f := range []float64{0, 1, -1.5, 1e20, 1e21, 1e-6, 1e-7, 123456789.125, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Copysign(0, -1)} {
		show(f)
		show(float32(f / 3))
	}
	for _, s := range []string{"", "plain", "quote\" back\\ slash/", "\n\r\t\x00\x1f\x7f", "<&>", "é日本\u2028\u2029", "bad\xffutf", "\U0001F600"} {
		show(s)
	}
	show([]any{nil, true, int8(-3), uint64(math.MaxUint64), 'x', []string(nil), map[string]int(nil), (*int)(nil), struct{}{}, [0]int{}, []byte{}, []byte(nil), Inner{}, &Inner{}, G[int]{5}, G[[]string]{}})
	show([]*Temp{&t, nil})
	show([]Temp{1})
	show([1]Temp{1})
	show(map[string]Temp{"a": 1})
	show(map[string]any{"z": 1, "a": map[string]any{"c": nil}})
	show(json.Number(""))
	show(json.Number("bad"))
	show(Bad{})
	show(map[string]any{"x": []any{Bad{}}})
	show(Broken{})
	show(make(chan int))
	show(func() {})
	show(map[bool]int{true: 1})
	show(math.NaN())
	show([]float64{1, math.Inf(-1)})
	show(complex(1, 2))
	loop := &Loop{}
	loop.Next = loop
	_, err := json.Marshal(loop)
	fmt.Println(err)
	cyc := map[string]any{}
	cyc["me"] = cyc
	_, err = json.Marshal(cyc)
	fmt.Println(err)
	var me *json.MarshalerError
	_, err = json.Marshal(Bad{})
	fmt.Println(errors.As(err, &me), me.Type, me.Unwrap())

	b, _ := json.MarshalIndent(map[string]any{"a": []any{}, "b": []int{1, 2}, "c": map[string]int{}, "d": map[string]any{"e": nil}}, ">", "  ")
	fmt.Println(string(b))
	var buf bytes.Buffer
	for _, src := range []string{`{"a" : [1, 2 , {"b":"c d"}], "e":{ }}  `, `[ ]`, `"x<y"`, `{"a":}`, `[1,2`} {
		buf.Reset()
		err := json.Compact(&buf, []byte(src))
		fmt.Printf("%q %v\n", buf.String(), err)
		buf.Reset()
		err = json.Indent(&buf, []byte(src), "-", "\t")
		fmt.Printf("%q %v\n", buf.String(), err)
		buf.Reset()
		json.HTMLEscape(&buf, []byte(src))
		fmt.Printf("%q\n", buf.String())
	}
	enc := json.NewEncoder(os.Stdout)
	enc.Encode("<html>")
	enc.SetEscapeHTML(false)
	enc.Encode("<html>")
	enc.SetIndent("", " ")
	enc.Encode(map[string]any{"a": "<b>", "c": []int{1}})
	fmt.Println(enc.Encode(make(chan int)))
	for _, s := range strings.Split(`{}|[]|1|-|-1|01|1.|1.5e|1.5e+3|"a|"\x"|"\u12"|"\u123G"|tru|trux|nul|{"a"}|{"a":1,}|[1,]|[1 2]|{"a":1 "b":2}|{a:1}|  |1 2|"`+"\x01"+`"|é|'a'|{1:2}|[1}|nullx|"a\`, "|") {
		var x any
		err := json.Unmarshal([]byte(s), &x)
		off := int64(-1)
		var se *json.SyntaxError
		if errors.As(err, &se) {
			off = se.Offset
		}
		fmt.Println(s, json.Valid([]byte(s)), err, off)
	}
}

// expect: {"X":1,"Z":2,"Shared":4,"name":"n","-":"d","nil":null,"Quoted":"12","qstr":"\"q\\\"\"","QBool":"true","bytes":"Ynl0ZXM=","nils":null,"emptys":[],"arr":[0,0,0],"m":{"a":2,"b":1},"mi":{"-1":"z","10":"x","9":"y"},"mc":{"color-2":true},"any":[1,"a",null,1.5,{"k":[1]}],"raw":{"x":[1]},"num":1e5,"c":"color-7","t":1,"pt":{"deg":36.6},"f32":3.14,"iface":null,"a b":0,"BadName":0,"struct":{"A":0,"B":0},"Dur":0} <nil>
// expect: {"X":1,"Z":2,"Shared":4,"name":"n","-":"d","nil":null,"Quoted":"12","qstr":"\"q\\\"\"","QBool":"true","bytes":"Ynl0ZXM=","nils":null,"emptys":[],"arr":[0,0,0],"m":{"a":2,"b":1},"mi":{"-1":"z","10":"x","9":"y"},"mc":{"color-2":true},"any":[1,"a",null,1.5,{"k":[1]}],"raw":{"x":[1]},"num":1e5,"c":"color-7","t":{"deg":1},"pt":{"deg":36.6},"f32":3.14,"iface":null,"a b":0,"BadName":0,"struct":{"A":0,"B":0},"Dur":0} <nil>
// expect: {"Other":1} <nil>
// expect: 0 <nil>
// expect: 0 <nil>
// expect: 1 <nil>
// expect: 0.33333334 <nil>
// expect: -1.5 <nil>
// expect: -0.5 <nil>
// expect: 100000000000000000000 <nil>
// expect: 33333333000000000000 <nil>
// expect: 1e+21 <nil>
// expect: 333333330000000000000 <nil>
// expect: 0.000001 <nil>
// expect: 3.3333333e-7 <nil>
// expect: 1e-7 <nil>
// expect: 3.3333333e-8 <nil>
// expect: 123456789.125 <nil>
// expect: 41152264 <nil>
// expect: 1.7976931348623157e+308 <nil>
// expect:  json: unsupported value: +Inf
// expect: 5e-324 <nil>
// expect: 0 <nil>
// expect: -0 <nil>
// expect: -0 <nil>
// expect: "" <nil>
// expect: "plain" <nil>
// expect: "quote\" back\\ slash/" <nil>
// expect: "\n\r\t\u0000\u001f" <nil>
// expect: "\u003c\u0026\u003e" <nil>
// expect: "é日本\u2028\u2029" <nil>
// expect: "bad\ufffdutf" <nil>
// expect: "😀" <nil>
// expect: [null,true,-3,18446744073709551615,120,null,null,null,{},[],"",null,{"X":0},{"X":0},{"v":5},{"v":null}] <nil>
// expect: [{"deg":36.6},null] <nil>
// expect: [{"deg":1}] <nil>
// expect: [1] <nil>
// expect: {"a":1} <nil>
// expect: {"a":{"c":null},"z":1} <nil>
// expect: 0 <nil>
// expect:  json: invalid number literal "bad"
// expect:  json: error calling MarshalJSON for type main.Bad: bad
// expect:  json: error calling MarshalJSON for type main.Bad: bad
// expect:  json: error calling MarshalJSON for type main.Broken: unexpected end of JSON input
// expect:  json: unsupported type: chan int
// expect:  json: unsupported type: func()
// expect:  json: unsupported type: map[bool]int
// expect:  json: unsupported value: NaN
// expect:  json: unsupported value: -Inf
// expect:  json: unsupported type: complex128
// expect: json: unsupported value: encountered a cycle via *main.Loop
// expect: json: unsupported value: encountered a cycle via map[string]interface {}
// expect: true main.Bad bad
// expect: {
// expect: >  "a": [],
// expect: >  "b": [
// expect: >    1,
// expect: >    2
// expect: >  ],
// expect: >  "c": {},
// expect: >  "d": {
// expect: >    "e": null
// expect: >  }
// expect: >}
// expect: "{\"a\":[1,2,{\"b\":\"c d\"}],\"e\":{}}" <nil>
// expect: "{\n-\t\"a\": [\n-\t\t1,\n-\t\t2,\n-\t\t{\n-\t\t\t\"b\": \"c d\"\n-\t\t}\n-\t],\n-\t\"e\": {}\n-}  " <nil>
// expect: "{\"a\" : [1, 2 , {\"b\":\"c d\"}], \"e\":{ }}  "
// expect: "[]" <nil>
// expect: "[]" <nil>
// expect: "[ ]"
// expect: "\"x<y\"" <nil>
// expect: "\"x<y\"" <nil>
// expect: "\"x\\u003cy\""
// expect: "" invalid character '}' looking for beginning of value
// expect: "" invalid character '}' looking for beginning of value
// expect: "{\"a\":}"
// expect: "" unexpected end of JSON input
// expect: "" unexpected end of JSON input
// expect: "[1,2"
// expect: "\u003chtml\u003e"
// expect: "<html>"
// expect: {
// expect:  "a": "<b>",
// expect:  "c": [
// expect:   1
// expect:  ]
// expect: }
// expect: json: unsupported type: chan int
// expect: {} true <nil> -1
// expect: [] true <nil> -1
// expect: 1 true <nil> -1
// expect: - false invalid character ' ' in numeric literal 1
// expect: -1 true <nil> -1
// expect: 01 false invalid character '1' after top-level value 2
// expect: 1. false invalid character ' ' after decimal point in numeric literal 2
// expect: 1.5e false invalid character ' ' in exponent of numeric literal 4
// expect: 1.5e+3 true <nil> -1
// expect: "a false unexpected end of JSON input 2
// expect: "\x" false invalid character 'x' in string escape code 3
// expect: "\u12" false invalid character '"' in \u hexadecimal character escape 6
// expect: "\u123G" false invalid character 'G' in \u hexadecimal character escape 7
// expect: tru false invalid character ' ' in literal true (expecting 'e') 3
// expect: trux false invalid character 'x' in literal true (expecting 'e') 4
// expect: nul false invalid character ' ' in literal null (expecting 'l') 3
// expect: {"a"} false invalid character '}' after object key 5
// expect: {"a":1,} false invalid character '}' looking for beginning of object key string 8
// expect: [1,] false invalid character ']' looking for beginning of value 4
// expect: [1 2] false invalid character '2' after array element 4
// expect: {"a":1 "b":2} false invalid character '"' after object key:value pair 8
// expect: {a:1} false invalid character 'a' looking for beginning of object key string 2
// expect:    false unexpected end of JSON input 2
// expect: 1 2 false invalid character '2' after top-level value 3
// expect: "" false invalid character '\x01' in string literal 2
// expect: é false invalid character 'Ã' looking for beginning of value 1
// expect: 'a' false invalid character '\'' looking for beginning of value 1
// expect: {1:2} false invalid character '1' looking for beginning of object key string 2
// expect: [1} false invalid character '}' after array element 3
// expect: nullx false invalid character 'x' after top-level value 5
// expect: "a\ false invalid character ' ' in string escape code 3
