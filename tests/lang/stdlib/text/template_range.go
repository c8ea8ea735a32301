// text/template: ranges over numbers and functions (Go 1.22, 1.24), else with (1.23), assignment to older
// variables; reflect's Seq and Seq2, which they rest on.
package main

import (
	"fmt"
	"os"
	"reflect"
	"text/template"
)

type small uint8

func run(text string, data any) {
	t, err := template.New("t").Parse(text)
	if err == nil {
		err = t.Execute(os.Stdout, data)
	}
	fmt.Println("|", err)
}

func seqs() {
	ch := make(chan string, 2)
	ch <- "x"
	ch <- "y"
	close(ch)
	for _, x := range []any{small(3), -1, []string{"a", "b"}, &[2]int{7, 8}, "hé", map[string]int{"k": 1}, ch,
		func(yield func(float64) bool) { _ = yield(1.5) && yield(2.5) }} {
		v := reflect.ValueOf(x)
		fmt.Print(v.Type(), v.Type().CanSeq(), v.Type().CanSeq2())
		for e := range v.Seq() {
			fmt.Print(" ", e.Type(), ":", e)
		}
		if v.Type().CanSeq2() {
			for i, e := range v.Seq2() {
				fmt.Print(" ", i, "=", e)
				break
			}
		}
		fmt.Println()
	}
	defer func() { fmt.Println(recover()) }()
	reflect.ValueOf(1.5).Seq()
}

func main() {
	run("{{range 3}}{{.}} {{end}}", nil)
	run("{{range $i := .}}{{$i}} {{else}}none{{end}}", small(2))
	run("{{range .}}{{.}}{{else}}none{{end}}", 0)
	run("{{range $i, $x := 3}}{{end}}", nil)
	run("{{range .}}{{if eq . 2}}{{continue}}{{end}}{{if eq . 4}}{{break}}{{end}}{{.}} {{end}}", 9)
	one := func(yield func(int) bool) {
		defer fmt.Print("left ")
		_ = yield(1) && yield(2) && yield(3)
	}
	two := func(yield func(string, int) bool) { _ = yield("a", 1) && yield("b", 2) }
	run("{{range .}}{{.}} {{end}}", one)
	run("{{range .}}{{.}} {{break}}{{end}}", one)
	run("{{range $i, $x := .}}{{end}}", small(1))
	run("{{range .}}{{.}} {{end}}{{range $x := .}}{{$x}} {{end}}{{range $k, $v := .}}{{$k}}={{$v}} {{end}}", two)
	run("{{range .}}{{else}}none{{end}}", func(yield func(int) bool) {})
	run("{{$x := 0}}{{range $x = .}}{{end}}{{$x}}", []int{4, 5})
	run("{{range .}}{{end}}", 1.5)
	run("{{range .}}{{end}}", true)
	run("{{with .A}}a{{else with .B}}b{{.}}{{else}}c{{end}}", map[string]int{"B": 3})
	run("{{with .A}}a{{else with .B}}b{{else}}c{{end}}", map[string]int{})
	run("{{if .A}}a{{else if .B}}b{{else if .C}}c{{else}}d{{end}}", map[string]int{"C": 1})
	run("{{with .A}}a{{else if .B}}b{{end}}", nil)
	seqs()
}

// expect: 0 1 2 | <nil>
// expect: 0 1 | <nil>
// expect: none| <nil>
// expect: | template: t:1:18: executing "t" at <3>: can't use 3 to iterate over more than one variable
// expect: 0 1 3 | <nil>
// expect: 1 2 3 left | <nil>
// expect: 1 left | <nil>
// expect: | template: t:1:18: executing "t" at <.>: can't use 1 to iterate over more than one variable
// expect: a b a b a=1 b=2 | <nil>
// expect: none| <nil>
// expect: 5| <nil>
// expect: | template: t:1:8: executing "t" at <.>: range can't iterate over 1.5
// expect: | template: t:1:8: executing "t" at <.>: range can't iterate over true
// expect: b3| <nil>
// expect: c| <nil>
// expect: c| <nil>
// expect: | template: t:1: unexpected <if> in input
// expect: main.small true false main.small:0 main.small:1 main.small:2
// expect: int true false
// expect: []string true true int:0 int:1 0=a
// expect: *[2]int true true int:0 int:1 0=7
// expect: string true true int:0 int:1 0=104
// expect: map[string]int true true string:k k=1
// expect: chan string true false string:x string:y
// expect: func(func(float64) bool) true false float64:1.5 float64:2.5
// expect: reflect: float64 cannot produce iter.Seq[Value]
