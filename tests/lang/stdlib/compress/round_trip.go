package main

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing/iotest"
	"time"
)

// What was compressed at any level, written and read in pieces of any size, comes back.

func noise(n int) []byte {
	b := make([]byte, n)
	x := uint32(1)
	for i := range b {
		x = x*1664525 + 1013904223
		b[i] = byte(x >> 24)
	}
	return b
}

func words() []byte {
	b := []byte{}
	for i := 0; len(b) < 100000; i++ {
		b = append(b, fmt.Sprintf("%d:%x;", i*i%977, i%31)...)
	}
	return b
}

func trip(data []byte, level, piece int) (int, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	if err != nil {
		return 0, err
	}
	for i := 0; i < len(data); i += piece {
		w.Write(data[i:min(len(data), i+piece)])
		if i == 2*piece {
			w.Flush()
		}
	}
	if err := w.Close(); err != nil {
		return 0, err
	}
	size := b.Len()
	got, err := io.ReadAll(iotest.OneByteReader(&b))
	plain, err := io.ReadAll(flate.NewReader(bytes.NewReader(got)))
	if err == nil && !bytes.Equal(plain, data) {
		err = errors.New("not the same")
	}
	return size, err
}

func trips() {
	inputs := map[string][]byte{"empty": nil, "a": []byte("a"), "short": []byte("abcabcabcabcabcabcabcabcx"),
		"noise": noise(70000), "words": words(), "zeros": make([]byte, 100000),
		"far": append(noise(32768), noise(32768)...)}
	for name, data := range inputs {
		sizes := []int{}
		for _, level := range []int{-2, -1, 0, 1, 9} {
			size, err := trip(data, level, 7001)
			if err != nil {
				fmt.Println(name, level, err)
			}
			sizes = append(sizes, size)
		}
		fmt.Println(name, sizes[4] <= sizes[3], sizes[1] <= len(data)+40, sizes[0] >= sizes[1])
	}
	_, err := flate.NewWriter(io.Discard, 10)
	fmt.Println(err)
}

// What other programs wrote.
func foreign() {
	for _, s := range []string{
		"H4sIAAAAAAAAA8tIzcnJVyjPL8pJ4QIALTsIrwwAAAA=", // "hello world\n"
		"H4sIAAAAAAAAA0vLLCouUQAA/HrxHAYAAAAfiwgIKoYCawADYgArTk3Oz0sBAGkRH7YGAAAA",
	} {
		b, _ := base64.StdEncoding.DecodeString(s)
		r, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			fmt.Println(err)
			continue
		}
		name := r.Name
		text, err := io.ReadAll(r)
		fmt.Printf("%q %q %v\n", name, text, err)
		for i := 0; i < len(b); i++ { // cut anywhere, it ends too early
			r, err := gzip.NewReader(bytes.NewReader(b[:i]))
			if err == nil {
				_, err = io.ReadAll(r)
			}
			if err != io.ErrUnexpectedEOF && !(i == 0 && err == io.EOF) && err != nil {
				fmt.Println(i, err)
			}
		}
	}
}

func gzips() {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Name, w.Comment, w.Extra = "näme", "a comment", []byte("extra")
	w.ModTime = time.Unix(1e9, 0)
	io.WriteString(w, strings.Repeat("text ", 50))
	w.Close()
	joined := append(append([]byte{}, b.Bytes()...), b.Bytes()...)
	r, err := gzip.NewReader(&b)
	fmt.Println(r.Name, r.Comment, string(r.Extra), r.ModTime.UTC(), r.OS, err)
	text, err := io.ReadAll(r)
	fmt.Println(len(text), err, r.Close())
	r.Reset(bytes.NewReader(joined))
	text, err = io.ReadAll(r)
	fmt.Println(len(text), err)
	from := bytes.NewReader(joined)
	r.Reset(from)
	r.Multistream(false)
	text, err = io.ReadAll(r)
	fmt.Println(len(text), err, from.Len() == len(joined)/2)
	joined[len(joined)-6] ^= 1
	r.Reset(bytes.NewReader(joined))
	_, err = io.ReadAll(r)
	fmt.Println(err)
	_, err = gzip.NewReader(strings.NewReader("not compressed"))
	fmt.Println(err)
	w = gzip.NewWriter(io.Discard)
	w.Name = "€"
	_, err = w.Write(nil)
	fmt.Println(err)
}

func zlibs() {
	var b bytes.Buffer
	dict := []byte("a dictionary of words")
	w, _ := zlib.NewWriterLevelDict(&b, 9, dict)
	io.WriteString(w, "words of a dictionary")
	w.Close()
	packed := b.Bytes()
	_, err := zlib.NewReaderDict(bytes.NewReader(packed), []byte("another"))
	fmt.Println(err)
	r, _ := zlib.NewReaderDict(bytes.NewReader(packed), dict)
	text, err := io.ReadAll(r)
	fmt.Printf("%s %v\n", text, err)
	packed[len(packed)-1]++
	r.(zlib.Resetter).Reset(bytes.NewReader(packed), dict)
	_, err = io.ReadAll(r)
	fmt.Println(err)
	_, err = zlib.NewReader(strings.NewReader("xx"))
	fmt.Println(err)
}

func corrupt() {
	for _, s := range []string{"\x07", "\x00\x01\x00\x00\x00", "\x04\x80\xff\xff", "\x03\x02\x00", "\x4b\x04\x02\x00"} {
		_, err := io.ReadAll(flate.NewReader(strings.NewReader(s)))
		fmt.Println(err)
	}
}

func main() {
	trips()
	foreign()
	gzips()
	zlibs()
	corrupt()
}

// expect: empty true true true
// expect: a true true true
// expect: short true true true
// expect: noise false true false
// expect: words true true true
// expect: zeros true true true
// expect: far true true true
// expect: flate: invalid compression level 10: want value in range [-2, 9]
// expect: "" "hello world\n" <nil>
// expect: "" "first second" <nil>
// expect: näme a comment extra 2001-09-09 01:46:40 +0000 UTC 255 <nil>
// expect: 250 <nil> <nil>
// expect: 500 <nil>
// expect: 250 <nil> true
// expect: gzip: invalid checksum
// expect: gzip: invalid header
// expect: gzip.Write: non-Latin-1 header string
// expect: zlib: invalid dictionary
// expect: words of a dictionary <nil>
// expect: zlib: invalid checksum
// expect: zlib: invalid header
// expect: flate: corrupt input before offset 1
// expect: flate: corrupt input before offset 5
// expect: unexpected EOF
// expect: flate: corrupt input before offset 2
// expect: <nil>
