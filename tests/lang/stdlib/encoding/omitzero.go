// encoding/json: fields with omitzero are left out where IsZero, or the zero value, says so.
package main

import (
	"encoding"
	"encoding/json"
	"fmt"
	"time"
)

type odd int

func (o odd) IsZero() bool { return o%2 == 0 }

type onPointer struct{ N int }

func (p *onPointer) IsZero() bool { return p.N == 7 }

type zeroer interface{ IsZero() bool }

type inner struct {
	I int `json:"i,omitzero"`
}

type all struct {
	When   time.Time   `json:"when,omitzero"`
	Empty  time.Time   `json:"empty,omitempty"`
	List   []int       `json:"list,omitzero"`
	Both   []int       `json:"both,omitempty,omitzero"`
	S      struct{}    `json:"s,omitzero"`
	Odd    odd         `json:",omitzero"`
	P      onPointer   `json:"p,omitzero"`
	PP     *onPointer  `json:"pp,omitzero"`
	Z      zeroer      `json:"z,omitzero"`
	Number json.Number `json:"<n>,omitzero"`
	Quoted int         `json:"q,string,omitzero"`
	*inner
	Kept int
}

type none struct {
	A int `json:"a,omitzero"`
}

type appender struct{}

func (appender) AppendText(b []byte) ([]byte, error)   { return append(b, 't'), nil }
func (appender) AppendBinary(b []byte) ([]byte, error) { return append(b, 1), nil }

func show(v any) {
	b, err := json.Marshal(v)
	fmt.Println(string(b), err)
}

func main() {
	show(all{})
	show(all{Odd: 2, P: onPointer{7}, PP: &onPointer{7}, Z: (*onPointer)(nil), List: []int{}, Both: []int{}})
	show(&all{Odd: 3, P: onPointer{8}, PP: &onPointer{0}, Z: odd(1), Number: "5", Quoted: 6, inner: &inner{1},
		When: time.Unix(0, 0).UTC()})
	show(&all{P: onPointer{7}, inner: &inner{}})
	show(none{})
	show([]none{{}, {1}})
	show(map[string]*none{"x": {2}})
	b, _ := json.MarshalIndent(none{3}, "", " ")
	fmt.Println(string(b))
	var t encoding.TextAppender = appender{}
	var bin encoding.BinaryAppender = appender{}
	fmt.Println(t.AppendText([]byte("a")))
	fmt.Println(bin.AppendBinary(nil))
}

// expect: {"empty":"0001-01-01T00:00:00Z","p":{"N":0},"Kept":0} <nil>
// expect: {"empty":"0001-01-01T00:00:00Z","list":[],"Kept":0} <nil>
// expect: {"when":"1970-01-01T00:00:00Z","empty":"0001-01-01T00:00:00Z","Odd":3,"p":{"N":8},"pp":{"N":0},"z":1,"\u003cn\u003e":5,"q":"6","i":1,"Kept":0} <nil>
// expect: {"empty":"0001-01-01T00:00:00Z","Kept":0} <nil>
// expect: {} <nil>
// expect: [{},{"a":1}] <nil>
// expect: {"x":{"a":2}} <nil>
// expect: {
// expect:  "a": 3
// expect: }
// expect: [97 116] <nil>
// expect: [1] <nil>
