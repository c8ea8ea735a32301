package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// nothing never gets on.
type nothing struct{}

func (nothing) Read(p []byte) (int, error) { return 0, nil }

// saying says which of its methods are called.
type saying struct{}

func (saying) Write(p []byte) (int, error) {
	fmt.Println("Write", len(p))
	return len(p), nil
}

func (saying) WriteString(s string) (int, error) {
	fmt.Println("WriteString", len(s))
	return len(s), nil
}

func (saying) ReadFrom(r io.Reader) (int64, error) {
	fmt.Println("ReadFrom")
	return 0, nil
}

type source struct{ strings.Reader }

func (s *source) WriteTo(w io.Writer) (int64, error) {
	fmt.Println("WriteTo")
	return 0, nil
}

func main() {
	io.WriteString(io.MultiWriter(saying{}, saying{}), "text")
	io.Copy(saying{}, strings.NewReader("x"))
	io.Copy(saying{}, struct{ io.Reader }{strings.NewReader("x")})
	io.Copy(io.Discard, &source{})
	bw := bufio.NewWriter(saying{})
	bw.ReadFrom(strings.NewReader("y"))
	bw.Flush()
	bufio.NewReader(&source{}).WriteTo(io.Discard)
	io.Copy(bw, io.NopCloser(&source{}))
	bw.WriteString(strings.Repeat("z", 5000))
	bw.Flush()

	_, err := bufio.NewReader(nothing{}).ReadByte()
	fmt.Println(err)
	s := bufio.NewScanner(nothing{})
	fmt.Println(s.Scan(), s.Err())
	fmt.Println(len(bytes.Repeat(nil, 1<<62)))
	fmt.Println(filepath.Match(strings.Repeat("*a", 24)+"b", strings.Repeat("a", 48)))
}

// expect: WriteString 4
// expect: WriteString 4
// expect: WriteString 1
// expect: ReadFrom
// expect: WriteTo
// expect: ReadFrom
// expect: WriteTo
// expect: WriteTo
// expect: WriteString 5000
// expect: multiple Read calls return no data or error
// expect: false multiple Read calls return no data or error
// expect: 0
// expect: false <nil>
