// What asks for the machine's side of a few packages: complex numbers as text, times as bytes, and what a
// program's build would have said; functions of package syscall that have no system to ask.
package main

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"
)

func main() {
	fmt.Println(strconv.FormatComplex(1+2i, 'g', -1, 128), strconv.FormatComplex(complex(1.5, -2.25), 'f', 3, 64))
	fmt.Println(strconv.ParseComplex("1+2i", 128))
	fmt.Println(strconv.ParseComplex("x", 128))
	fmt.Println(strconv.ParseComplex("1e400i", 128))
	_, err := strconv.ParseComplex("x", 128)
	ne := err.(*strconv.NumError)
	fmt.Println(ne.Func, ne.Num, ne.Err == strconv.ErrSyntax)
	zones := []*time.Location{time.UTC, time.FixedZone("A", 3600), time.FixedZone("B", -7200-30), time.FixedZone("C", -60)}
	for _, z := range zones {
		t := time.Date(2021, 3, 4, 5, 6, 7, 89, z)
		b, err := t.MarshalBinary()
		var u time.Time
		fmt.Println(b, err, u.UnmarshalBinary(b), u.Equal(t), u)
		var buf bytes.Buffer
		err = gob.NewEncoder(&buf).Encode(struct{ T time.Time }{t})
		var back struct{ T time.Time }
		if err == nil {
			err = gob.NewDecoder(&buf).Decode(&back)
		}
		fmt.Println(back.T, err)
	}
	var u time.Time
	fmt.Println(u.UnmarshalBinary(nil), u.UnmarshalBinary([]byte{9}), u.UnmarshalBinary([]byte{1, 2}))
	bi, err := debug.ParseBuildInfo("path\tx\nmod\ty\tv1\th1:\ndep\tz\tv2\n")
	fmt.Printf("%q %v\n", bi, err)
	fmt.Println(syscall.Mount("a", "b", "c", 0, "") != nil)
	fmt.Println(syscall.CmsgLen(5), syscall.CmsgSpace(5), syscall.TimespecToNsec(syscall.NsecToTimespec(-1)))
}

// expect: (1+2i) (1.500-2.250i)
// expect: (1+2i) <nil>
// expect: (0+0i) strconv.ParseComplex: parsing "x": invalid syntax
// expect: (0+Infi) strconv.ParseComplex: parsing "1e400i": value out of range
// expect: ParseComplex x true
// expect: [1 0 0 0 14 215 210 97 191 0 0 0 89 255 255] <nil> <nil> true 2021-03-04 05:06:07.000000089 +0000 UTC
// expect: 2021-03-04 05:06:07.000000089 +0000 UTC <nil>
// expect: [1 0 0 0 14 215 210 83 175 0 0 0 89 0 60] <nil> <nil> true 2021-03-04 05:06:07.000000089 +0100 +0100
// expect: 2021-03-04 05:06:07.000000089 +0100 +0100 <nil>
// expect: [2 0 0 0 14 215 210 125 253 0 0 0 89 255 136 226] <nil> <nil> true 2021-03-04 05:10:23.000000089 -0156 -0156
// expect: 2021-03-04 05:10:23.000000089 -0156 -0156 <nil>
// expect: [] Time.MarshalBinary: unexpected zone offset Time.UnmarshalBinary: no data false 0001-01-01 00:00:00 +0000 UTC
// expect: 0001-01-01 00:00:00 +0000 UTC Time.MarshalBinary: unexpected zone offset
// expect: Time.UnmarshalBinary: no data Time.UnmarshalBinary: unsupported version Time.UnmarshalBinary: invalid length
// expect: "path\tx\nmod\ty\tv1\th1:\ndep\tz\tv2\t\n" <nil>
// expect: true
// expect: 21 24 -1
