// Templates: actions, variables, functions, templates within templates, and what goes wrong.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"text/template"
)

type item struct {
	Name  string
	Price float64
	Tags  []string
	Next  *item
	small int
}

func (i item) Total(n int) float64    { return i.Price * float64(n) }
func (i *item) Rename(s string) *item { return &item{Name: s} }
func (i item) Fail() (string, error)  { return "", errors.New("no luck") }
func (i item) Sum(n ...int) (total int) {
	for _, x := range n {
		total += x
	}
	return
}
func (i item) Panic() int { panic("oh") }

type data struct {
	Title string
	Items []*item
	Map   map[string]int
	Any   any
	Nil   *item
	Fn    func(string) string
	Ch    chan int
	N     int
	Err   error
	B     bool
}

var d = data{
	Title: "A & <B>",
	Items: []*item{{Name: "pen", Price: 1.5, Tags: []string{"x", "y"}}, {Name: "ink", Price: 20}},
	Map:   map[string]int{"b": 2, "a": 1, "c": 3},
	Any:   []int{10, 20, 30},
	Fn:    strings.ToUpper,
	N:     42,
	Err:   errors.New("bad"),
}

var funcs = template.FuncMap{
	"upper": strings.ToUpper, "join": strings.Join, "add": func(a, b int) int { return a + b },
	"fail": func() (int, error) { return 0, errors.New("failed") }, "list": func(x ...any) []any { return x },
}

func try(text string) {
	t, err := template.New("t").Funcs(funcs).Parse(text)
	if err != nil {
		fmt.Println("parse:", err)
		return
	}
	var b strings.Builder
	err = t.Execute(&b, &d)
	fmt.Printf("%q %v\n", b.String(), err)
}

func main() {
	for _, text := range []string{
		"{{.Title}} {{.N}} {{/* not shown */}}{{printf \"%05d|%q\" .N .Title}}{{- /* nor this */ -}} .",
		"{{range .Items}}{{.Name}}={{.Price}} {{.Total 3}};{{end}} {{range $i, $x := .Items}}{{if $i}}, {{end}}{{$i}}:{{$x.Name}}{{end}}",
		"{{range $k, $v := .Map}}{{$k}}={{$v}} {{end}}{{range .Any}}<{{.}}>{{else}}none{{end}}{{range .Nil}}x{{else}}none{{end}}",
		"{{with .Items}}{{len .}} {{(index . 0).Name}} {{(index . 0).Tags | len}}{{end}}{{with .Nil}}x{{else}}nil{{end}}",
		"{{if and .N (gt .N 40) (lt .N 50)}}in{{else if eq .N 1 2 3}}few{{else}}out{{end}} {{if or .Nil .Title}}or{{end}} {{not .N}}",
		"{{$x := 1}}{{range .Any}}{{$x = add $x .}}{{end}}{{$x}} {{$y := .Title | upper | printf \"%s!\"}}{{$y}}",
		"  {{- 3 }}  {{ \"a\" -}}  \n b {{`raw \\n`}} {{'a'}} {{1.5e1}} {{0x1F}} {{1i}} {{true}} {{-7}}",
		"{{html .Title}} {{js .Title}} {{urlquery .Title \"é\"}} {{print 1 2 \"x\" \"y\"}} {{println .N}}",
		"{{index .Map \"b\"}} {{index .Any 1}} {{slice .Title 2 5}} {{slice .Any 1 | len}} {{call .Fn \"shout\"}} {{index .Map \"zz\"}}",
		"{{eq .N 42}} {{ne .N 42}} {{le 1 1}} {{ge 1 2}} {{eq \"a\" \"b\" \"a\"}} {{lt 1.5 2.5}} {{eq .Nil nil}} {{.Nil}} {{.B}}",
		"{{range $i, $x := .Any}}{{if eq $i 1}}{{continue}}{{end}}{{$x}},{{if eq $i 2}}{{break}}{{end}}{{end}}",
		"{{(.Items | len) | printf \"%d-%d\" 7}} {{(index .Items 0).Sum 1 2 3}} {{((index .Items 1).Rename \"x\").Name}} {{$.N}}",
		"{{define \"row\"}}<{{.}}>{{end}}{{template \"row\" .N}}{{template \"row\"}}{{block \"b\" .Title}}[{{.}}]{{end}}",
		"{{list 1 \"a\" nil .N}} {{join (index .Items 0).Tags \"+\"}} {{.Err}} {{.Map.a}} {{.Map.none}} {{len \"héllo\"}}",
		"{{.Missing}}", "{{.small}}", "{{(index .Items 0).small}}", "{{.Nil.Name}}", "{{index .Any 9}}", "{{index .Any \"x\"}}", "{{(index .Items 0).Fail}}",
		"{{(index .Items 0).Panic}}", "{{fail}}", "{{template \"none\"}}", "{{.N 3}}", "{{add 1}}", "{{add 1 \"x\"}}", "{{range .N}}{{end}}",
		"{{eq .N \"x\"}}", "{{lt .Map 1}}", "{{.Fn}}", "{{len 3}}", "{{call .N}}", "{{nil}}", "{{.Map.a.b}}", "{{99999999999999999999}}",
		"{{", "{{.X", "{{if}}x{{end}}", "{{if .X}}", "{{end}}", "{{else}}", "{{$x}}", "{{nofunc 1}}", "{{\"abc}}", "{{.X | 3}}", "a\nb {{ 1 }",
		"{{define \"x\"}}", "{{range .X}}{{else}}{{else}}{{end}}", "{{template 3}}", "{{break}}", "{{(1}}", "{{1 }} {{)}}", "{{/* x }}", "{{.X.}}", "{{|}}", "{{3.x}}",
		"{{\n\n.X}} {{.Y\n}}{{bad}}", "{{$x = 1}}", "{{with $x := 1}}{{end}}{{$x}}",
	} {
		try(text)
	}

	t := template.Must(template.New("page").Delims("<<", ">>").Option("missingkey=error").Parse(
		"<<define \"head\">>[<<.>>]<<end>><<template \"head\" .x>> {{y}}\n"))
	fmt.Println(t.Execute(os.Stdout, map[string]string{"x": "1"}))
	fmt.Println(t.Execute(os.Stdout, map[string]string{}))
	template.Must(t.New("other").Parse("other"))
	c := template.Must(t.Clone())
	template.Must(c.New("head").Parse("(<<.>>)"))
	c.Execute(os.Stdout, map[string]int{"x": 2})
	t.Execute(os.Stdout, map[string]int{"x": 2})
	fmt.Println(len(t.Templates()), t.Lookup("head").Name(), t.Lookup("none") == nil, c.ExecuteTemplate(os.Stdout, "none", nil))
	fmt.Println(template.New("empty").Execute(os.Stdout, nil))
	fmt.Println(template.HTMLEscapeString("<a'\">&"), template.JSEscapeString("<'\n=é\u2028"))

	var wg sync.WaitGroup
	out := make([]strings.Builder, 3)
	for i := range out {
		wg.Add(1)
		go func(i int) {
			defer wg.Done()
			t.Execute(&out[i], map[string]int{"x": i})
		}(i)
	}
	wg.Wait()
	fmt.Printf("%q\n", []string{out[0].String(), out[1].String(), out[2].String()})
	defer func() { fmt.Println(recover()) }()
	template.New("").Funcs(template.FuncMap{"a-b": strings.ToUpper})
}

// expect: "A & <B> 42 00042|\"A & <B>\"." <nil>
// expect: "pen=1.5 4.5;ink=20 60; 0:pen, 1:ink" <nil>
// expect: "a=1 b=2 c=3 <10><20><30>" template: t:1:93: executing "t" at <.Nil>: range can't iterate over <nil>
// expect: "2 pen 2nil" <nil>
// expect: "in or false" <nil>
// expect: "61 A & <B>!" <nil>
// expect: "3  ab raw \\n 97 15 31 (0+1i) true -7" <nil>
// expect: "A &amp; &lt;B&gt; A \\u0026 \\u003CB\\u003E A+%26+%3CB%3E%C3%A9 1 2xy 42\n" <nil>
// expect: "2 20 & < 2 SHOUT 0" <nil>
// expect: "true false true false true true true <nil> false" <nil>
// expect: "10,30," <nil>
// expect: "7-2 6 x 42" <nil>
// expect: "<42><<no value>>[A & <B>]" <nil>
// expect: "[1 a <nil> 42] x+y bad 1 <no value> 6" <nil>
// expect: "" template: t:1:2: executing "t" at <.Missing>: can't evaluate field Missing in type *main.data
// expect: "" template: t:1:2: executing "t" at <.small>: can't evaluate field small in type *main.data
// expect: "" template: t:1:16: executing "t" at <0>: small is an unexported field of struct type *main.item
// expect: "" template: t:1:6: executing "t" at <.Nil.Name>: nil pointer evaluating *main.item.Name
// expect: "" template: t:1:2: executing "t" at <index .Any 9>: error calling index: index out of range: 9
// expect: "" template: t:1:2: executing "t" at <index .Any "x">: error calling index: cannot index slice/array with type string
// expect: "" template: t:1:18: executing "t" at <(index .Items 0).Fail>: error calling Fail: no luck
// expect: "" template: t:1:18: executing "t" at <(index .Items 0).Panic>: error calling Panic: oh
// expect: "" template: t:1:2: executing "t" at <fail>: error calling fail: failed
// expect: "" template: t:1:11: executing "t" at <{{template "none"}}>: template "none" not defined
// expect: "" template: t:1:2: executing "t" at <.N>: N has arguments but cannot be invoked as function
// expect: "" template: t:1:2: executing "t" at <add>: wrong number of args for add: want 2 got 1
// expect: "" template: t:1:8: executing "t" at <"x">: expected integer; found "x"
// expect: "" <nil>
// expect: "" template: t:1:2: executing "t" at <eq .N "x">: error calling eq: incompatible types for comparison
// expect: "" template: t:1:2: executing "t" at <lt .Map 1>: error calling lt: invalid type for comparison
// expect: "" template: t:1:2: executing "t" at <{{.Fn}}>: can't print {{.Fn}} of type func(string) string
// expect: "" template: t:1:2: executing "t" at <len 3>: error calling len: len of type int
// expect: "" template: t:1:2: executing "t" at <call .N>: error calling call: non-function of type int
// expect: "" template: t:1:2: executing "t" at <nil>: nil is not a command
// expect: "" template: t:1:6: executing "t" at <.Map.a.b>: can't evaluate field b in type int
// expect: parse: template: t:1: integer overflow: "99999999999999999999"
// expect: parse: template: t:1: unclosed action
// expect: parse: template: t:1: unclosed action
// expect: parse: template: t:1: missing value for if
// expect: parse: template: t:1: unexpected EOF
// expect: parse: template: t:1: unexpected {{end}}
// expect: parse: template: t:1: unexpected {{else}}
// expect: parse: template: t:1: undefined variable "$x"
// expect: parse: template: t:1: function "nofunc" not defined
// expect: parse: template: t:1: unterminated quoted string
// expect: parse: template: t:1: non executable command in pipeline stage 2
// expect: parse: template: t:2: unexpected "}" in operand
// expect: parse: template: t:1: unexpected EOF
// expect: parse: template: t:1: expected end; found {{else}}
// expect: parse: template: t:1: unexpected "3" in template clause
// expect: parse: template: t:1: {{break}} outside {{range}}
// expect: parse: template: t:1: unclosed left paren
// expect: parse: template: t:1: unexpected ")" in command
// expect: parse: template: t:1: unclosed comment
// expect: parse: template: t:1: unexpected <.> in operand
// expect: parse: template: t:1: unexpected "|" in command
// expect: parse: template: t:1: bad number syntax: "3.x"
// expect: parse: template: t:4: function "bad" not defined
// expect: "" template: t:1:7: executing "t" at <1>: undefined variable: $x
// expect: parse: template: t:1: undefined variable "$x"
// expect: [1] {{y}}
// expect: <nil>
// expect: template: page:1:49: executing "page" at <.x>: map has no entry for key "x"
// expect: (2) {{y}}
// expect: [2] {{y}}
// expect: 3 head true template: no template "none" associated with template "page"
// expect: template: empty: "empty" is an incomplete or empty template
// expect: &lt;a&#39;&#34;&gt;&amp; \u003C\'\u000A\u003Dé\u2028
// expect: ["[0] {{y}}\n" "[1] {{y}}\n" "[2] {{y}}\n"]
// expect: function name "a-b" is not a valid identifier
