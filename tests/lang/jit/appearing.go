// The receiver's place in a call of an interface's method counts as live before the call gives it a value: what
// is in the frame there does not share a register with the slice that one branch copies through it.
//
// args: --jit all
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

type span struct{ literal []byte }

type renderer struct {
	flags, last, disable int
}

func (r *renderer) out(w io.Writer, d []byte) {
	r.last = len(d)
	if r.disable > 0 {
		d = bytes.ToUpper(d)
	}
	w.Write(d)
}

func (r *renderer) span(w io.Writer, n *span) {
	if r.flags&2 == 0 {
		r.out(w, n.literal)
	}
}

func (r *renderer) render(w io.Writer, node any) int {
	switch node := node.(type) {
	case *span:
		r.span(w, node)
	}
	return 0
}

func main() {
	go func() { select {} }()
	var w bytes.Buffer
	r := &renderer{}
	for i := 0; i < 300; i++ {
		r.disable = i / 299
		r.render(&w, []any{1, &span{[]byte("span")}, "a", nil}[i%4])
	}
	fmt.Println(strings.Count(w.String(), "span"), w.Len()) // expect: 75 300
}
