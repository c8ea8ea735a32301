// Reading JSON: into every kind, what does not fit, streams, tokens.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

type Color int

func (c *Color) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return errors.New("no color")
	}
	*c = Color(len(b))
	return nil
}

type Temp struct{ Deg float64 }

func (t *Temp) UnmarshalJSON(b []byte) error {
	n, _ := fmt.Sscanf(string(b), "%g", &t.Deg)
	if n == 0 {
		return errors.New("no number")
	}
	return nil
}

type Base struct {
	ID   int `json:"id"`
	Kind string
}
type hidden struct{ H int }
type Doc struct {
	Base
	*Extra
	Name  string
	B     bool
	I     int
	I8    int8
	U     uint
	F     float64
	F32   float32
	S     []int
	A     [3]int
	M     map[string]int
	MI    map[int8]string
	MC    map[Color]int
	P     *int
	PP    **string
	Any   any
	Bytes []byte
	C     Color
	T     Temp
	PT    *Temp
	Sub   struct{ X, Y int }
	Subs  []Base
	Map   map[string]Base
	PS    *Base
	Raw   json.RawMessage
	Num   json.Number
	Q     int     `json:",string"`
	QS    string  `json:",string"`
	QF    float64 `json:"qf,string"`
	Ifc   fmt.Stringer
	Skip  int `json:"-"`
	Case  int `json:"CamelCase"`
	priv  int
	Fn    func()
	Tm    time.Duration
}
type Extra struct{ More string }
type WithHidden struct {
	*hidden
	Z int
}
type List struct {
	Val  int
	Next *List
}

func try(s string) {
	var d Doc
	err := json.Unmarshal([]byte(s), &d)
	extra := ""
	if d.Extra != nil {
		extra = d.More
	}
	d.Extra = nil
	var p, pp any
	if d.P != nil {
		p = *d.P
	}
	if d.PP != nil {
		pp = **d.PP
	}
	d.P, d.PP = nil, nil
	if d.PT != nil {
		d.T = *d.PT
		d.PT = nil
	}
	if d.PS != nil {
		d.Base = *d.PS
		d.PS = nil
	}
	fmt.Printf("%q\n  %+v %v %v %q\n", s, d, p, pp, extra)
	if err != nil {
		fmt.Printf("  %T %v", err, err)
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			fmt.Print(" | ", te.Value, " ", te.Type, " ", te.Offset, " ", te.Struct, " ", te.Field)
		}
		fmt.Println()
	}
}

func main() {
	for _, s := range []string{
		`{"id":1,"Kind":"k","More":"m","Name":"n","B":true,"I":-5,"I8":127,"U":7,"F":1.5e3,"F32":0.1,"S":[1,2,3],"A":[1,2],"M":{"a":1},"MI":{"-3":"x"},"MC":{"abc":1},"P":5,"PP":"pp"}`,
		`{"Any":{"a":[1,"b",null,true,{"c":1.5}]},"Bytes":"aGVsbG8=","C":"four","T":3.5,"PT":4.5,"Sub":{"X":1,"Y":2},"Subs":[{"id":1},{"id":2}],"Map":{"m":{"Kind":"z"}},"PS":{"id":9}}`,
		`{"Raw": {"a" : 1} ,"Num":1e400,"Q":"12","QS":"\"quoted\"","qf":"1.5","Skip":1,"camelcase":3,"priv":2,"unknown":{"x":[1]},"NAME":"folded","Tm":1000}`,
		`{"A":[1,2,3,4,5],"S":[],"M":{},"P":null,"S":null,"Any":null,"I":null,"Name":null,"T":null}`,
		`{"I":"x"}`, `{"I":1.5}`, `{"I8":300}`, `{"U":-1}`, `{"B":1}`, `{"Name":1}`, `{"F":"x"}`, `{"S":{}}`, `{"S":"x"}`, `{"S":[1,"x",3]}`, `{"M":[]}`, `{"M":{"a":"x","b":2}}`, `{"MI":{"1000":"x","5":"y"}}`, `{"MI":{"q":"x"}}`,
		`{"Sub":{"X":"s","Y":2},"Name":"after"}`, `{"Subs":[{"id":"x"},{"id":3}]}`, `{"Map":{"k":{"id":true}}}`, `{"Bytes":"***"}`, `{"Bytes":5}`, `{"C":5}`, `{"C":""}`, `{"C":[]}`, `{"Ifc":1}`, `{"Ifc":null}`, `{"Fn":1}`, `{"Num":"x"}`, `{"Num":"5"}`, `{"Num":true}`,
		`{"Q":12}`, `{"Q":"x"}`, `{"Q":null}`, `{"QS":"raw"}`, `{"qf":"\"1\""}`, `{"P":"x"}`, `{"F32":1e300}`, `{"id":1,"id":2}`, `[1]`, `"x"`, `5`, `null`, `{"MC":{"":1}}`,
		`{"Name":"\u00e9\ud83d\ude00\ud83d\u0041\\\/\"\b\f\n\r\t"}`, "{\"Name\":\"bad\xffutf\"}",
	} {
		try(s)
	}
	fmt.Println(json.Unmarshal([]byte(`1`), nil), json.Unmarshal([]byte(`1`), 5), json.Unmarshal([]byte(`1`), (*int)(nil)))
	var w WithHidden
	fmt.Println(json.Unmarshal([]byte(`{"H":1,"Z":2}`), &w), w.Z)

	// into what is there already
	x := Doc{S: []int{9, 8, 7, 6}, M: map[string]int{"old": 1}, Any: &Base{ID: 3}, Sub: struct{ X, Y int }{5, 6}}
	n := 1
	x.P = &n
	fmt.Println(json.Unmarshal([]byte(`{"S":[1],"M":{"new":2},"Any":{"Kind":"into"},"Sub":{"Y":7},"P":44}`), &x), x.S, x.M, *x.Any.(*Base), x.Sub, n)
	var list List
	fmt.Println(json.Unmarshal([]byte(`{"Val":1,"Next":{"Val":2,"Next":{"Val":3}}}`), &list), list.Next.Next.Val, list.Next.Next.Next)
	var anys []any
	fmt.Println(json.Unmarshal([]byte(`[1, 1.0, 1e2, "s", null, [], {}, [[1]], true]`), &anys), anys)
	var m map[string]*Base
	fmt.Println(json.Unmarshal([]byte(`{"a":{"id":1},"b":null}`), &m), m["a"].ID, m["b"])
	var deep any
	err := json.Unmarshal([]byte(strings.Repeat("[", 10001)+strings.Repeat("]", 10001)), &deep)
	fmt.Println(err)

	// streams
	dec := json.NewDecoder(oneByte{strings.NewReader(` {"id":1} {"id":2}[3] "four" 5 null tru`)})
	for {
		var v any
		if err := dec.Decode(&v); err != nil {
			fmt.Println(err)
			break
		}
		fmt.Println(v, dec.InputOffset())
	}
	dec = json.NewDecoder(strings.NewReader(`{"a":1,"zz":2} x`))
	dec.DisallowUnknownFields()
	var b Base
	fmt.Println(dec.Decode(&b))
	rest, _ := io.ReadAll(dec.Buffered())
	fmt.Printf("%q\n", rest)
	fmt.Println(dec.Decode(&b))
	dec = json.NewDecoder(strings.NewReader(`[1, 2.5, 12345678901234567890]`))
	dec.UseNumber()
	fmt.Println(dec.Decode(&anys), anys)
	num := anys[2].(json.Number)
	_, err = num.Int64()
	f, _ := num.Float64()
	fmt.Println(num, err, f)
	for _, s := range []string{`{"a":[1,"x",{"b":null}],"c":{}} [ ]`, `[1 2]`, `{"a" 1}`, `{"a":1 "b"}`, `[1,]`, `{1}`, `]`, `[`, `{"a":`, `,`} {
		dec := json.NewDecoder(strings.NewReader(s))
		for {
			t, err := dec.Token()
			if err != nil {
				fmt.Println(err)
				break
			}
			fmt.Printf("%T %v %t; ", t, t, dec.More())
		}
	}
	dec = json.NewDecoder(strings.NewReader(`{"items":[{"id":1},{"id":2}],"end":true}`))
	dec.Token()
	dec.Token()
	dec.Token()
	for dec.More() {
		var b Base
		fmt.Println(dec.Decode(&b), b)
	}
	t1, _ := dec.Token()
	t2, _ := dec.Token()
	var end bool
	fmt.Println(t1, t2, dec.Decode(&end), end)
	fmt.Println(json.NewDecoder(strings.NewReader(``)).Decode(&b), json.NewDecoder(strings.NewReader(`{"a":`)).Decode(&b))
}

type oneByte struct{ r io.Reader }

func (o oneByte) Read(p []byte) (int, error) { return o.r.Read(p[:1]) }

// expect: "{\"id\":1,\"Kind\":\"k\",\"More\":\"m\",\"Name\":\"n\",\"B\":true,\"I\":-5,\"I8\":127,\"U\":7,\"F\":1.5e3,\"F32\":0.1,\"S\":[1,2,3],\"A\":[1,2],\"M\":{\"a\":1},\"MI\":{\"-3\":\"x\"},\"MC\":{\"abc\":1},\"P\":5,\"PP\":\"pp\"}"
// expect:   {Base:{ID:1 Kind:k} Extra:<nil> Name:n B:true I:-5 I8:127 U:7 F:1500 F32:0.1 S:[1 2 3] A:[1 2 0] M:map[a:1] MI:map[-3:x] MC:map[3:1] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} 5 pp "m"
// expect: "{\"Any\":{\"a\":[1,\"b\",null,true,{\"c\":1.5}]},\"Bytes\":\"aGVsbG8=\",\"C\":\"four\",\"T\":3.5,\"PT\":4.5,\"Sub\":{\"X\":1,\"Y\":2},\"Subs\":[{\"id\":1},{\"id\":2}],\"Map\":{\"m\":{\"Kind\":\"z\"}},\"PS\":{\"id\":9}}"
// expect:   {Base:{ID:9 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:map[a:[1 b <nil> true map[c:1.5]]] Bytes:[104 101 108 108 111] C:4 T:{Deg:4.5} PT:<nil> Sub:{X:1 Y:2} Subs:[{ID:1 Kind:} {ID:2 Kind:}] Map:map[m:{ID:0 Kind:z}] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "{\"Raw\": {\"a\" : 1} ,\"Num\":1e400,\"Q\":\"12\",\"QS\":\"\\\"quoted\\\"\",\"qf\":\"1.5\",\"Skip\":1,\"camelcase\":3,\"priv\":2,\"unknown\":{\"x\":[1]},\"NAME\":\"folded\",\"Tm\":1000}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name:folded B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[123 34 97 34 32 58 32 49 125] Num:1e400 Q:12 QS:quoted QF:1.5 Ifc:<nil> Skip:0 Case:3 priv:0 Fn:<nil> Tm:1µs} <nil> <nil> ""
// expect: "{\"A\":[1,2,3,4,5],\"S\":[],\"M\":{},\"P\":null,\"S\":null,\"Any\":null,\"I\":null,\"Name\":null,\"T\":null}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[1 2 3] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString no number
// expect: "{\"I\":\"x\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.I of type int | string int 8 Doc I
// expect: "{\"I\":1.5}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number 1.5 into Go struct field Doc.I of type int | number 1.5 int 8 Doc I
// expect: "{\"I8\":300}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number 300 into Go struct field Doc.I8 of type int8 | number 300 int8 9 Doc I8
// expect: "{\"U\":-1}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number -1 into Go struct field Doc.U of type uint | number -1 uint 7 Doc U
// expect: "{\"B\":1}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Doc.B of type bool | number bool 6 Doc B
// expect: "{\"Name\":1}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Doc.Name of type string | number string 9 Doc Name
// expect: "{\"F\":\"x\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.F of type float64 | string float64 8 Doc F
// expect: "{\"S\":{}}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal object into Go struct field Doc.S of type []int | object []int 6 Doc S
// expect: "{\"S\":\"x\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.S of type []int | string []int 8 Doc S
// expect: "{\"S\":[1,\"x\",3]}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[1 0 3] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.S of type int | string int 11 Doc S
// expect: "{\"M\":[]}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal array into Go struct field Doc.M of type map[string]int | array map[string]int 6 Doc M
// expect: "{\"M\":{\"a\":\"x\",\"b\":2}}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[a:0 b:2] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.M of type int | string int 13 Doc M
// expect: "{\"MI\":{\"1000\":\"x\",\"5\":\"y\"}}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[5:y] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number 1000 into Go struct field Doc.MI of type int8 | number 1000 int8 8 Doc MI
// expect: "{\"MI\":{\"q\":\"x\"}}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number q into Go struct field Doc.MI of type int8 | number q int8 8 Doc MI
// expect: "{\"Sub\":{\"X\":\"s\",\"Y\":2},\"Name\":\"after\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name:after B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:2} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field .Sub.X of type int | string int 15  Sub.X
// expect: "{\"Subs\":[{\"id\":\"x\"},{\"id\":3}]}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[{ID:0 Kind:} {ID:3 Kind:}] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Base.Subs.id of type int | string int 18 Base Subs.id
// expect: "{\"Map\":{\"k\":{\"id\":true}}}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[k:{ID:0 Kind:}] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal bool into Go struct field Base.Map.id of type int | bool int 22 Base Map.id
// expect: "{\"Bytes\":\"***\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   base64.CorruptInputError illegal base64 data at input byte 0
// expect: "{\"Bytes\":5}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Doc.Bytes of type []uint8 | number []uint8 10 Doc Bytes
// expect: "{\"C\":5}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Doc.C of type main.Color | number main.Color 6 Doc C
// expect: "{\"C\":\"\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString no color
// expect: "{\"C\":[]}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal array into Go struct field Doc.C of type main.Color | array main.Color 6 Doc C
// expect: "{\"Ifc\":1}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Doc.Ifc of type fmt.Stringer | number fmt.Stringer 8 Doc Ifc
// expect: "{\"Ifc\":null}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "{\"Fn\":1}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go struct field Doc.Fn of type func() | number func() 7 Doc Fn
// expect: "{\"Num\":\"x\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString json: invalid number literal, trying to unmarshal "\"x\"" into Number
// expect: "{\"Num\":\"5\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num:5 Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "{\"Num\":true}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal bool into Go struct field Doc.Num of type json.Number | bool json.Number 11 Doc Num
// expect: "{\"Q\":12}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString json: invalid use of ,string struct tag, trying to unmarshal unquoted value into int
// expect: "{\"Q\":\"x\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString json: invalid use of ,string struct tag, trying to unmarshal "x" into int
// expect: "{\"Q\":null}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "{\"QS\":\"raw\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString json: invalid use of ,string struct tag, trying to unmarshal "raw" into string
// expect: "{\"qf\":\"\\\"1\\\"\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.qf of type float64 | string float64 13 Doc qf
// expect: "{\"P\":\"x\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} 0 <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go struct field Doc.P of type int | string int 8 Doc P
// expect: "{\"F32\":1e300}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number 1e300 into Go struct field Doc.F32 of type float32 | number 1e300 float32 12 Doc F32
// expect: "{\"id\":1,\"id\":2}"
// expect:   {Base:{ID:2 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "[1]"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal array into Go value of type main.Doc | array main.Doc 1  
// expect: "\"x\""
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal string into Go value of type main.Doc | string main.Doc 3  
// expect: "5"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *json.UnmarshalTypeError json: cannot unmarshal number into Go value of type main.Doc | number main.Doc 1  
// expect: "null"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "{\"MC\":{\"\":1}}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name: B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect:   *errors.errorString no color
// expect: "{\"Name\":\"\\u00e9\\ud83d\\ude00\\ud83d\\u0041\\\\\\/\\\"\\b\\f\\n\\r\\t\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name:é😀�A\/"
// expect: 	 B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: "{\"Name\":\"bad\xffutf\"}"
// expect:   {Base:{ID:0 Kind:} Extra:<nil> Name:bad�utf B:false I:0 I8:0 U:0 F:0 F32:0 S:[] A:[0 0 0] M:map[] MI:map[] MC:map[] P:<nil> PP:<nil> Any:<nil> Bytes:[] C:0 T:{Deg:0} PT:<nil> Sub:{X:0 Y:0} Subs:[] Map:map[] PS:<nil> Raw:[] Num: Q:0 QS: QF:0 Ifc:<nil> Skip:0 Case:0 priv:0 Fn:<nil> Tm:0s} <nil> <nil> ""
// expect: json: Unmarshal(nil) json: Unmarshal(non-pointer int) json: Unmarshal(nil *int)
// expect: json: cannot set embedded pointer to unexported struct: main.hidden 2
// expect: <nil> [1] map[new:2 old:1] {3 into} {5 7} 44
// expect: <nil> 3 <nil>
// expect: <nil> [1 1 100 s <nil> [] map[] [[1]] true]
// expect: <nil> 1 <nil>
// expect: invalid character '[' exceeded max depth
// expect: map[id:1] 9
// expect: map[id:2] 18
// expect: [3] 21
// expect: four 28
// expect: 5 30
// expect: <nil> 35
// expect: unexpected EOF
// expect: json: unknown field "a"
// expect: " x"
// expect: invalid character 'x' looking for beginning of value
// expect: <nil> [1 2.5 12345678901234567890]
// expect: 12345678901234567890 strconv.ParseInt: parsing "12345678901234567890": value out of range 1.2345678901234567e+19
// expect: json.Delim { true; string a true; json.Delim [ true; float64 1 true; string x true; json.Delim { true; string b true; <nil> <nil> false; json.Delim } false; json.Delim ] true; string c true; json.Delim { false; json.Delim } false; json.Delim } true; json.Delim [ false; json.Delim ] false; EOF
// expect: json.Delim [ true; float64 1 true; invalid character '2' after array element
// expect: json.Delim { true; string a true; invalid character '1' after object key
// expect: json.Delim { true; string a true; float64 1 true; invalid character '"' after object key:value pair
// expect: json.Delim [ true; float64 1 true; invalid character ']' looking for beginning of value
// expect: json.Delim { true; invalid character '1'
// expect: invalid character ']' looking for beginning of value
// expect: json.Delim [ false; EOF
// expect: json.Delim { true; string a true; EOF
// expect: invalid character ',' looking for beginning of value
// expect: <nil> {1 }
// expect: <nil> {2 }
// expect: ] end <nil> true
// expect: EOF unexpected EOF
