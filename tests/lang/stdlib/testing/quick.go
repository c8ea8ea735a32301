// Functions tried with random arguments; files in memory; readers that behave badly.
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"reflect"
	"strings"
	"testing/fstest"
	"testing/iotest"
	"testing/quick"
)

type even int

func (even) Generate(r *rand.Rand, size int) reflect.Value { return reflect.ValueOf(even(2 * r.Intn(100))) }

type tree struct {
	L, R *tree
	V    []map[string]float64
}

func main() {
	fmt.Println(quick.Check(func(a, b int16) bool { return a+b == b+a }, nil))
	fmt.Println(quick.Check(func(e even, s string, t tree, x [3]uint8, c complex64, p *bool) bool { return e%2 == 0 }, nil))
	err := quick.Check(func(x uint8) bool { return x < 4 }, &quick.Config{MaxCount: 10000})
	var check *quick.CheckError
	fmt.Println(errors.As(err, &check), len(check.In), check.In[0].(uint8) >= 4, strings.HasPrefix(err.Error(), "#"))
	err = quick.CheckEqual(func(x int) int { return x }, func(x int) int { return x &^ 1 }, nil)
	var differ *quick.CheckEqualError
	fmt.Println(errors.As(err, &differ), differ.Out1[0] != differ.Out2[0])
	fmt.Println(quick.Check(3, nil), quick.Check(func(func()) bool { return true }, nil))
	fmt.Println(quick.Check(func(x int) bool { return x == 7 }, &quick.Config{Values: func(v []reflect.Value, r *rand.Rand) {
		v[0] = reflect.ValueOf(7)
	}}))

	files := fstest.MapFS{"a/b.txt": {Data: []byte("hello")}, "c": {Data: []byte("x"), Mode: 0644}, "d/e/f": {}}
	fmt.Println(fstest.TestFS(files, "a/b.txt", "c", "d/e/f"))
	err = fstest.TestFS(files, "missing")
	fmt.Println(strings.Contains(err.Error(), "expected but not found: missing"))
	fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		fmt.Print(path, " ", d.IsDir(), "; ")
		return err
	})
	fmt.Println()
	fmt.Println(fs.Glob(files, "*/*.txt"))
	_, err = files.Open("none")
	fmt.Println(err)

	r := iotest.HalfReader(strings.NewReader("abcdef"))
	b := make([]byte, 4)
	n, err := r.Read(b)
	fmt.Println(n, err)
	n, err = iotest.DataErrReader(strings.NewReader("xy")).Read(b)
	fmt.Println(n, err)
	_, err = io.ReadAll(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("xyz"))))
	fmt.Println(err == iotest.ErrTimeout)
	var w strings.Builder
	fmt.Fprint(iotest.TruncateWriter(&w, 3), "abcdef")
	fmt.Println(w.String(), iotest.TestReader(strings.NewReader("some text"), []byte("some text")))
	fmt.Println(iotest.TestReader(iotest.ErrReader(io.ErrUnexpectedEOF), nil) != nil)
}

// expect: <nil>
// expect: <nil>
// expect: true 1 true true
// expect: true true
// expect: argument is not a function cannot create arbitrary value of type func() for argument 0
// expect: <nil>
// expect: <nil>
// expect: true
// expect: . true; a true; a/b.txt false; c false; d true; d/e true; d/e/f false; 
// expect: [a/b.txt] <nil>
// expect: open none: file does not exist
// expect: 2 <nil>
// expect: 2 EOF
// expect: true
// expect: abc <nil>
// expect: true
