// Small packages and declarations that Go 1.23 to 1.25 added; the keys are those of RFC 5869, RFC 6070's
// password with SHA-256, and what package documentation says.
package main

import (
	"bytes"
	"crypto/hkdf"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
	"os"
	"reflect"
	"runtime"
	"strings"
	"structs"
	"sync"
	"unique"
	"weak"
)

type laidOut struct {
	_ structs.HostLayout
	n int
}

func handles() {
	var wg sync.WaitGroup
	var found [2]unique.Handle[string]
	for i := range found {
		wg.Go(func() { found[i] = unique.Make(strings.Repeat("ab", 2)) })
	}
	wg.Wait()
	fmt.Println(found[0] == found[1], found[0].Value(), found[0] == unique.Make("other"))
	fmt.Println(unique.Make[any](1) == unique.Make[any](1), unique.Make[any](1) == unique.Make[any](int8(1)), unique.Make(1).Value())
	x, y := new(int), new(int)
	var none weak.Pointer[int]
	fmt.Println(weak.Make(x) == weak.Make(x), weak.Make(x) == weak.Make(y), weak.Make(x).Value() == x, none.Value())
}

func cleanups() {
	x := new(int)
	c := runtime.AddCleanup(x, func(s string) { fmt.Println("never", s) }, "s")
	runtime.GC()
	c.Stop()
	defer func() { fmt.Println(recover()) }()
	runtime.AddCleanup(x, func(*int) {}, x)
}

func keys() {
	ikm := bytes.Repeat([]byte{0x0b}, 22)
	salt := []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	k, err := hkdf.Key(sha256.New, ikm, salt, "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9", 42)
	fmt.Printf("%x %v\n", k, err)
	_, err = hkdf.Key(sha256.New, ikm, nil, "", 255*32+1)
	fmt.Println(err)
	k, err = pbkdf2.Key(sha256.New, "password", []byte("salt"), 2, 32)
	fmt.Printf("%x %v\n", k, err)
	text := rand.Text()
	fmt.Println(len(text), strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == "")
	subtle.WithDataIndependentTiming(func() { fmt.Println("called") })
}

func types() {
	n, ok := reflect.TypeAssert[int](reflect.ValueOf(5))
	fmt.Println(n, ok)
	s, ok := reflect.TypeAssert[fmt.Stringer](reflect.ValueOf(5))
	fmt.Println(s, ok)
	small, single := reflect.TypeFor[int8](), reflect.TypeFor[float32]()
	fmt.Println(small.OverflowInt(127), small.OverflowInt(128), reflect.TypeFor[uint8]().OverflowUint(256), single.OverflowFloat(1e39))
	fmt.Println(reflect.TypeFor[complex64]().OverflowComplex(1e39), reflect.TypeFor[laidOut]().Size())
}

func main() {
	handles()
	cleanups()
	keys()
	types()
	slog.New(slog.DiscardHandler).With("a", 1).WithGroup("g").Error("dropped")
	l := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	l.Info("m", slog.GroupAttrs("g", slog.Int("a", 1), slog.Bool("b", true)))
	fmt.Println(slog.Record{}.Source())
}

// expect: true abab false
// expect: true false 1
// expect: true false true <nil>
// expect: runtime.AddCleanup: ptr is equal to arg, cleanup will never run
// expect: 3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865 <nil>
// expect: hkdf: requested key length too large
// expect: ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43 <nil>
// expect: 26 true
// expect: called
// expect: 5 true
// expect: <nil> false
// expect: false true true true
// expect: true 8
// expect: level=INFO msg=m g.a=1 g.b=true
// expect: <nil>
