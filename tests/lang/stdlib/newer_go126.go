// What Go 1.26 added to the library.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"reflect"
	"strings"
)

type codeError struct{ code int }

func (e *codeError) Error() string { return fmt.Sprint("code ", e.code) }

type asks struct{}

func (asks) Error() string { return "asks" }
func (asks) As(target any) bool {
	p, ok := target.(**codeError)
	if ok {
		*p = &codeError{7}
	}
	return ok
}

type shape struct {
	Name string
	side int
}

func (s shape) Area() int          { return s.side * s.side }
func (s shape) Grow(n int) float64 { return float64(s.side + n) }

func main() {
	err := fmt.Errorf("outer: %w", errors.Join(io.EOF, &codeError{3}))
	if e, ok := errors.AsType[*codeError](err); ok {
		fmt.Println(e.code)
	}
	e, ok := errors.AsType[*codeError](fmt.Errorf("x %w", asks{}))
	fmt.Println(e, ok)
	_, ok = errors.AsType[*fs.PathError](err)
	fmt.Println(ok)
	none, ok := errors.AsType[*codeError](nil)
	fmt.Println(none == nil, ok)

	b := bytes.NewBufferString("hello")
	p, perr := b.Peek(2)
	fmt.Println(string(p), perr, b.Len())
	p, perr = b.Peek(9)
	fmt.Println(string(p), perr)

	var one, two strings.Builder
	quiet := &slog.HandlerOptions{Level: slog.LevelWarn, ReplaceAttr: noTime}
	loud := &slog.HandlerOptions{ReplaceAttr: noTime}
	log := slog.New(slog.NewMultiHandler(slog.NewTextHandler(&one, quiet), slog.NewJSONHandler(&two, loud)))
	log.Info("info", "a", 1)
	log.With("b", 2).WithGroup("g").Warn("warn", "c", 3)
	fmt.Print(one.String(), two.String())

	t := reflect.TypeFor[shape]()
	for f := range t.Fields() {
		fmt.Println(f.Name, f.Type)
	}
	for m := range t.Methods() {
		fmt.Println(m.Name)
		for in := range m.Type.Ins() {
			fmt.Println(" in", in)
		}
		for out := range m.Type.Outs() {
			fmt.Println(" out", out)
		}
	}
	v := reflect.ValueOf(shape{"square", 3})
	for f, x := range v.Fields() {
		fmt.Println(f.Name, x)
	}
	for m, f := range v.Methods() {
		if m.Name == "Area" {
			fmt.Println(f.Call(nil)[0])
			break
		}
	}
	a, c := netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/16")
	fmt.Println(a.Compare(c), c.Compare(a), a.Compare(a), netip.Prefix{}.Compare(a))

	l, _ := net.Listen("tcp", "127.0.0.1:0")
	go func() {
		s, _ := l.Accept()
		io.WriteString(s, "hi")
		s.Close()
	}()
	conn, err := new(net.Dialer).DialTCP(context.Background(), "tcp", netip.AddrPort{}, l.Addr().(*net.TCPAddr).AddrPort())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	text, _ := io.ReadAll(conn)
	fmt.Println(string(text))
}

func noTime(groups []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// expect: 3
// expect: code 7 true
// expect: false
// expect: true false
// expect: he <nil> 5
// expect: hello EOF
// expect: level=WARN msg=warn b=2 g.c=3
// expect: {"level":"INFO","msg":"info","a":1}
// expect: {"level":"WARN","msg":"warn","b":2,"g":{"c":3}}
// expect: Name string
// expect: side int
// expect: Area
// expect:  in main.shape
// expect:  out int
// expect: Grow
// expect:  in main.shape
// expect:  in int
// expect:  out float64
// expect: Name square
// expect: side 3
// expect: 9
// expect: -1 1 0 -1
// expect: hi
