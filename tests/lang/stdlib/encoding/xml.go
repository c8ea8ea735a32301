// encoding/xml: structs both ways, tags, tokens, errors.
package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"strings"
)

type Address struct {
	City, State string
}
type Level int

func (l Level) MarshalText() ([]byte, error) { return []byte(fmt.Sprintf("L%d", int(l))), nil }
func (l *Level) UnmarshalText(b []byte) error {
	_, err := fmt.Sscanf(string(b), "L%d", (*int)(l))
	return err
}

type Custom struct{ A, B int }

func (c Custom) MarshalXML(e *xml.Encoder, start xml.StartElement) error {
	start.Attr = append(start.Attr, xml.Attr{Name: xml.Name{Local: "sum"}, Value: fmt.Sprint(c.A + c.B)})
	return e.EncodeElement(fmt.Sprint(c.A, ",", c.B), start)
}
func (c *Custom) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var s string
	if err := d.DecodeElement(&s, &start); err != nil {
		return err
	}
	_, err := fmt.Sscanf(s, "%d,%d", &c.A, &c.B)
	return err
}

type Person struct {
	XMLName   xml.Name `xml:"person"`
	Id        int      `xml:"id,attr"`
	Opt       string   `xml:"opt,attr,omitempty"`
	Lvl       Level    `xml:"lvl,attr"`
	FirstName string   `xml:"name>first"`
	LastName  string   `xml:"name>last"`
	Age       int      `xml:"age"`
	Height    float32  `xml:"height,omitempty"`
	Married   bool
	Emails    []string `xml:"email"`
	Address
	Comment string `xml:",comment"`
	L       Level  `xml:"level"`
	C       Custom `xml:"custom"`
	P       *int   `xml:"ptr"`
	N       *int   `xml:"nilptr"`
	Skip    string `xml:"-"`
	Any     any    `xml:"any"`
	Bytes   []byte `xml:"bytes"`
	Items   []Item `xml:"items>item"`
	private int
}
type Item struct {
	Key  string `xml:"key,attr"`
	Text string `xml:",chardata"`
}
type Inner struct {
	XMLName xml.Name
	Raw     string     `xml:",innerxml"`
	Attrs   []xml.Attr `xml:",any,attr"`
}
type Loose struct {
	A    string  `xml:"a"`
	Rest []Inner `xml:",any"`
	Note string  `xml:",comment"`
	T    string  `xml:",chardata"`
}
type CD struct {
	Text string `xml:",cdata"`
}
type NS struct {
	XMLName xml.Name `xml:"http://example.com/ns thing"`
	Sub     string   `xml:"http://example.com/sub sub"`
	At      string   `xml:"http://example.com/at at,attr"`
}
type G[T any] struct {
	V T `xml:"v"`
}

func main() {
	seven := 7
	p := Person{Id: 13, FirstName: "John", LastName: "Doe <&>", Age: 42, Emails: []string{"a@x", "b@y"}, Address: Address{"Hanga Roa", "Easter Island"}, Comment: " Need more details. ", Lvl: 3, L: 4, C: Custom{1, 2}, P: &seven, Any: "x\ty\n\"q'", Bytes: []byte("raw"), Items: []Item{{"k1", "one"}, {"k2", "two"}}}
	out, err := xml.Marshal(p)
	fmt.Println(string(out), err)
	out, err = xml.MarshalIndent(&p, "> ", "  ")
	fmt.Println(string(out), err)
	var q Person
	fmt.Println(xml.Unmarshal(out[2:], &q))
	q.N = nil
	fmt.Println(q.P != nil, q.Any)
	q.P = nil
	fmt.Printf("%+v\n", q)
	for _, v := range []any{1, "s", true, 1.5, []int{1, 2}, [2]string{"a", "b"}, []byte("bytes"), struct{ A int }{1}, &seven, Address{"c", "s"}, []Address{{"1", "2"}}, map[string]int{}, make(chan int), nil, CD{"a]]>b<c>"}, NS{Sub: "s", At: "a"}, G[int]{5}, Level(3), Custom{3, 4}} {
		out, err := xml.Marshal(v)
		fmt.Printf("%T %s %v\n", v, out, err)
	}
	var l Loose
	fmt.Println(xml.Unmarshal([]byte(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE loose [<!ENTITY x "y">]>
<loose>text<a>first</a><b x="1" y='2'>in<c>ner</c> <!-- k --></b><!-- note -->more<d/><![CDATA[<cdata>]]></loose>`), &l), fmt.Sprintf("%+v", l))
	var ns NS
	fmt.Println(xml.Unmarshal([]byte(`<p:thing xmlns:p="http://example.com/ns" xmlns:q="http://example.com/at" q:at="v"><sub>no</sub><s:sub xmlns:s="http://example.com/sub">yes</s:sub></p:thing>`), &ns), ns)
	for _, s := range []string{`<a>`, `<a></b>`, `<a b=1/>`, `<a b/>`, `<a>&bad;</a>`, `<a>&amp</a>`, `</a>`, `<a><!-- -- --></a>`, `<1a/>`, `<a`, ``, `text`, `<a>]]></a>`, "<a>\x01</a>", `<?xml version="1.1"?><a/>`, `<a x="<"/>`, `<person id="x"/>`, `<person><age>old</age></person>`, `<other/>`, `<person><Married>maybe</Married></person>`, `<a>&#x41;&#66;&lt;&quot;</a>`, `<a:b></a:c>`} {
		var p struct {
			XMLName xml.Name
			T       string `xml:",chardata"`
		}
		var q Person
		fmt.Println(s, "|", xml.Unmarshal([]byte(s), &p), p.T, "|", xml.Unmarshal([]byte(s), &q))
	}
	d := xml.NewDecoder(strings.NewReader(`<?xml version="1.0"?><!DOCTYPE x><r xmlns="u" a="1"><!--c--><e/>t<p:f xmlns:p="v">x</p:f></r>`))
	for {
		t, err := d.Token()
		if err != nil {
			fmt.Println(err == io.EOF)
			break
		}
		switch t := t.(type) {
		case xml.CharData:
			fmt.Printf("%T %q %d\n", t, t, d.InputOffset())
		case xml.Comment:
			fmt.Printf("%T %q %d\n", t, t, d.InputOffset())
		case xml.Directive:
			fmt.Printf("%T %q %d\n", t, t, d.InputOffset())
		case xml.ProcInst:
			fmt.Printf("%T %q %q\n", t, t.Target, t.Inst)
		default:
			fmt.Printf("%T %v\n", t, t)
		}
	}
	e := xml.NewEncoder(os.Stdout)
	e.Indent("", " ")
	start := xml.StartElement{Name: xml.Name{Local: "root"}, Attr: []xml.Attr{{Name: xml.Name{Local: "k"}, Value: "v\n"}}}
	fmt.Println(e.EncodeToken(xml.ProcInst{Target: "xml", Inst: []byte(`version="1.0"`)}), e.EncodeToken(start), e.EncodeToken(xml.CharData("a<b")), e.EncodeElement(5, xml.StartElement{Name: xml.Name{Local: "five"}}), e.EncodeToken(xml.Comment(" c ")), e.EncodeToken(start.End()), e.EncodeToken(start.End()), e.Flush())
	fmt.Println()
	xml.EscapeText(os.Stdout, []byte("<a b=\"c\">'&'\t\n\r</a>"))
	fmt.Println()
}

// expect: <person id="13" lvl="L3"><name><first>John</first><last>Doe &lt;&amp;&gt;</last></name><age>42</age><Married>false</Married><email>a@x</email><email>b@y</email><City>Hanga Roa</City><State>Easter Island</State><!-- Need more details. --><level>L4</level><custom sum="3">1,2</custom><ptr>7</ptr><any>x&#x9;y&#xA;&#34;q&#39;</any><bytes>raw</bytes><items><item key="k1">one</item><item key="k2">two</item></items></person> <nil>
// expect: > <person id="13" lvl="L3">
// expect: >   <name>
// expect: >     <first>John</first>
// expect: >     <last>Doe &lt;&amp;&gt;</last>
// expect: >   </name>
// expect: >   <age>42</age>
// expect: >   <Married>false</Married>
// expect: >   <email>a@x</email>
// expect: >   <email>b@y</email>
// expect: >   <City>Hanga Roa</City>
// expect: >   <State>Easter Island</State>
// expect: >   <!-- Need more details. -->
// expect: >   <level>L4</level>
// expect: >   <custom sum="3">1,2</custom>
// expect: >   <ptr>7</ptr>
// expect: >   <any>x&#x9;y&#xA;&#34;q&#39;</any>
// expect: >   <bytes>raw</bytes>
// expect: >   <items>
// expect: >     <item key="k1">one</item>
// expect: >     <item key="k2">two</item>
// expect: >   </items>
// expect: > </person> <nil>
// expect: <nil>
// expect: true <nil>
// expect: {XMLName:{Space: Local:person} Id:13 Opt: Lvl:3 FirstName:John LastName:Doe <&> Age:42 Height:0 Married:false Emails:[a@x b@y] Address:{City:Hanga Roa State:Easter Island} Comment: Need more details.  L:4 C:{A:1 B:2} P:<nil> N:<nil> Skip: Any:<nil> Bytes:[114 97 119] Items:[{Key:k1 Text:one} {Key:k2 Text:two}] private:0}
// expect: int <int>1</int> <nil>
// expect: string <string>s</string> <nil>
// expect: bool <bool>true</bool> <nil>
// expect: float64 <float64>1.5</float64> <nil>
// expect: []int <int>1</int><int>2</int> <nil>
// expect: [2]string <string>a</string><string>b</string> <nil>
// expect: []uint8  xml: unsupported type: []uint8
// expect: struct { A int }  xml: unsupported type: struct { A int }
// expect: *int <int>7</int> <nil>
// expect: main.Address <Address><City>c</City><State>s</State></Address> <nil>
// expect: []main.Address <Address><City>1</City><State>2</State></Address> <nil>
// expect: map[string]int  xml: unsupported type: map[string]int
// expect: chan int  xml: unsupported type: chan int
// expect: <nil>  <nil>
// expect: main.CD <CD><![CDATA[a]]]]><![CDATA[>b<c>]]></CD> <nil>
// expect: main.NS <thing xmlns="http://example.com/ns" xmlns:at="http://example.com/at" at:at="a"><sub xmlns="http://example.com/sub">s</sub></thing> <nil>
// expect: main.G[int] <G><v>5</v></G> <nil>
// expect: main.Level <Level>L3</Level> <nil>
// expect: main.Custom <Custom sum="7">3,4</Custom> <nil>
// expect: <nil> {A:first Rest:[{XMLName:{Space: Local:b} Raw:in<c>ner</c> <!-- k --> Attrs:[{Name:{Space: Local:x} Value:1} {Name:{Space: Local:y} Value:2}]} {XMLName:{Space: Local:d} Raw: Attrs:[]}] Note: note  T:textmore<cdata>}
// expect: <nil> {{http://example.com/ns thing} yes v}
// expect: <a> | XML syntax error on line 1: unexpected EOF  | expected element type <person> but have <a>
// expect: <a></b> | XML syntax error on line 1: element <a> closed by </b>  | expected element type <person> but have <a>
// expect: <a b=1/> | XML syntax error on line 1: unquoted or missing attribute value in element  | XML syntax error on line 1: unquoted or missing attribute value in element
// expect: <a b/> | XML syntax error on line 1: attribute name without = in element  | XML syntax error on line 1: attribute name without = in element
// expect: <a>&bad;</a> | XML syntax error on line 1: invalid character entity &bad;  | expected element type <person> but have <a>
// expect: <a>&amp</a> | XML syntax error on line 1: invalid character entity &amp (no semicolon)  | expected element type <person> but have <a>
// expect: </a> | XML syntax error on line 1: unexpected end element </a>  | XML syntax error on line 1: unexpected end element </a>
// expect: <a><!-- -- --></a> | XML syntax error on line 1: invalid sequence "--" not allowed in comments  | expected element type <person> but have <a>
// expect: <1a/> | XML syntax error on line 1: invalid XML name: 1a  | XML syntax error on line 1: invalid XML name: 1a
// expect: <a | XML syntax error on line 1: unexpected EOF  | XML syntax error on line 1: unexpected EOF
// expect:  | EOF  | EOF
// expect: text | EOF  | EOF
// expect: <a>]]></a> | XML syntax error on line 1: unescaped ]]> not in CDATA section  | expected element type <person> but have <a>
// expect: <a></a> | XML syntax error on line 1: illegal character code U+0001  | expected element type <person> but have <a>
// expect: <?xml version="1.1"?><a/> | xml: unsupported version "1.1"; only version 1.0 is supported  | xml: unsupported version "1.1"; only version 1.0 is supported
// expect: <a x="<"/> | XML syntax error on line 1: unescaped < inside quoted string  | XML syntax error on line 1: unescaped < inside quoted string
// expect: <person id="x"/> | <nil>  | strconv.ParseInt: parsing "x": invalid syntax
// expect: <person><age>old</age></person> | <nil>  | strconv.ParseInt: parsing "old": invalid syntax
// expect: <other/> | <nil>  | expected element type <person> but have <other>
// expect: <person><Married>maybe</Married></person> | <nil>  | strconv.ParseBool: parsing "maybe": invalid syntax
// expect: <a>&#x41;&#66;&lt;&quot;</a> | <nil> AB<" | expected element type <person> but have <a>
// expect: <a:b></a:c> | XML syntax error on line 1: element <b> closed by </c>  | expected element type <person> but have <b>
// expect: xml.ProcInst "xml" "version=\"1.0\""
// expect: xml.Directive "DOCTYPE x" 33
// expect: xml.StartElement {{u r} [{{ xmlns} u} {{ a} 1}]}
// expect: xml.Comment "c" 60
// expect: xml.StartElement {{u e} []}
// expect: xml.EndElement {{u e}}
// expect: xml.CharData "t" 65
// expect: xml.StartElement {{v f} [{{xmlns p} v}]}
// expect: xml.CharData "x" 83
// expect: xml.EndElement {{v f}}
// expect: xml.EndElement {{u r}}
// expect: true
// expect: <?xml version="1.0"?><root k="v&#xA;">a&lt;b
// expect:  <five>5</five><!-- c -->
// expect: </root><nil> <nil> <nil> <nil> <nil> <nil> xml: end tag </root> without start tag <nil>
// expect: 
// expect: &lt;a b=&#34;c&#34;&gt;&#39;&amp;&#39;&#x9;&#xA;&#xD;&lt;/a&gt;
