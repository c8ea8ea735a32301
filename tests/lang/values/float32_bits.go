// The bits of a float32 that is a signalling NaN stay as they are wherever it is only moved;
// arithmetic and the conversion to float64 make it quiet.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"sync/atomic"
	"unsafe"
)

type point struct {
	tag  uint8
	x, y float32
}

type named float32

func (n named) bits() uint32 { return math.Float32bits(float32(n)) }

type big struct {
	all [40]float32
}

var global float32
var globals [3]float32

//go:noinline
func pass(f float32) float32 { return f }

//go:noinline
func pair(f float32) (float32, float32) { return f, -f }

//go:noinline
func variadic(fs ...float32) float32 { return fs[len(fs)-1] }

func generic[T any](x T) T { return x }

func widen[T float32 | float64](x T) float64 { return float64(x) }

func show(what string, f float32) { fmt.Printf("%s %08x\n", what, math.Float32bits(f)) }

func moved(f float32) {
	show("variable", f)
	show("argument", pass(f))
	a, b := pair(f)
	show("result", a)
	show("negated", b)
	show("variadic", variadic(1, f))
	show("generic", generic(f))
	global = f
	show("global", global)
	globals[1] = f
	show("global array", globals[1])
	p := point{1, f, f}
	p.y = p.x
	show("field", p.y)
	q := &p
	q.x = q.y
	show("field by pointer", q.x)
	var arr [4]float32
	arr[2] = f
	other := arr
	show("array", other[2])
	s := []float32{f, 2}
	s = append(s, s...)
	copy(s[1:], s)
	show("slice", s[1])
	s[3], s[0] = s[0], s[3]
	show("swapped", s[3])
	m := map[string]float32{"a": f}
	m["b"] = m["a"]
	show("map", m["b"])
	for _, v := range m {
		show("map range", v)
	}
	for _, v := range s[3:] {
		show("range", v)
	}
	ch := make(chan float32, 1)
	ch <- f
	show("channel", <-ch)
	un := make(chan float32)
	go func() { un <- f }()
	show("unbuffered", <-un)
	func() { show("closure", f) }()
	var i any = f
	show("interface", i.(float32))
	var st any = p
	show("struct in interface", st.(point).y)
	n := named(f)
	show("named", float32(n))
	fmt.Printf("method %08x\n", n.bits())
	method := n.bits
	fmt.Printf("method value %08x\n", method())
	bg := big{}
	bg.all[39] = f
	copied := bg
	show("big", copied.all[39])
	ptr := &f
	show("pointer", *ptr)
	show("conversion", float32(f))
	defer show("deferred", f)
	switch x := i.(type) {
	case float32:
		show("type switch", x)
	}
}

func raw(f float32) {
	fmt.Printf("unsafe %08x\n", *(*uint32)(unsafe.Pointer(&f)))
	u := uint32(0xffbfffff)
	show("unsafe read", *(*float32)(unsafe.Pointer(&u)))
	p := point{0, 0, f}
	words := (*[3]uint32)(unsafe.Pointer(&p))
	fmt.Printf("unsafe field %08x\n", words[2])
	s := []float32{1, f}
	fmt.Printf("unsafe slice %08x\n", unsafe.Slice((*uint32)(unsafe.Pointer(&s[0])), 2)[1])
	var v atomic.Value
	v.Store(f)
	show("atomic", v.Load().(float32))
}

func reflected(f float32) {
	v := reflect.ValueOf(f)
	show("reflect", v.Interface().(float32))
	fmt.Printf("reflect float %016x\n", math.Float64bits(v.Float()))
	var to float32
	reflect.ValueOf(&to).Elem().Set(v)
	show("reflect set", to)
	s := []float32{0, f}
	r := reflect.ValueOf(s)
	r.Index(0).Set(r.Index(1))
	show("reflect index", s[0])
	p := point{x: f}
	show("reflect field", reflect.ValueOf(struct{ X float32 }{p.x}).Field(0).Interface().(float32))
	show("reflect convert", v.Convert(reflect.TypeOf(named(0))).Convert(v.Type()).Interface().(float32))
	reflect.ValueOf(&to).Elem().SetFloat(v.Float())
	show("reflect set float", to)
	out := reflect.ValueOf(pass).Call([]reflect.Value{v})
	show("reflect call", out[0].Interface().(float32))
	m := reflect.ValueOf(map[int]float32{1: f})
	show("reflect map", m.MapIndex(reflect.ValueOf(1)).Interface().(float32))
}

func encoded(f float32) {
	var buf bytes.Buffer
	_ = binary.Write(&buf, binary.LittleEndian, []float32{1, f})
	_ = binary.Write(&buf, binary.BigEndian, struct{ A, B float32 }{f, 2})
	fmt.Printf("written % x\n", buf.Bytes())
	var a [2]float32
	_ = binary.Read(&buf, binary.LittleEndian, &a)
	show("read", a[1])
	var s struct{ A, B float32 }
	_ = binary.Read(&buf, binary.BigEndian, &s)
	show("read struct", s.A)
}

func parts(c complex64) { show("real", real(c)); show("imag", imag(c)) }

func complexes(f float32) {
	c := complex(f, 1)
	c2 := complex(1, f)
	parts(c)
	parts(c2)
	parts(-c2)
	cs := []complex64{c, c2}
	cs[0] = cs[1]
	parts(cs[0])
	var i any = c
	parts(i.(complex64))
	w := complex128(c)
	fmt.Printf("widened %016x\n", math.Float64bits(real(w)))
	parts(complex64(w))
	sum := c + c2
	parts(sum)
	parts(complex64(complex(math.Float64frombits(0x7ff0000000000001), math.Float64frombits(0x7ff4000020000000))))
}

func quieted(f float32) {
	fmt.Printf("float64 %016x\n", math.Float64bits(float64(f)))
	fmt.Printf("generic float64 %016x\n", math.Float64bits(widen(f)))
	var d float64 = float64(f) + 1
	fmt.Printf("sum %016x\n", math.Float64bits(d))
	show("plus", f+1)
	show("minus", f-1)
	show("times", f*3)
	show("divided", f/3)
	g := f
	g += 2
	show("assigned", g)
	g = f
	g++
	show("incremented", g)
	show("square root", float32(math.Sqrt(float64(f))))
	show("back", float32(float64(f)))
	show("from float64", float32(math.Float64frombits(0x7ff0000000000001)))
	show("from float64", float32(math.Float64frombits(0xfff4000020000000)))
	fmt.Printf("float64 kept %016x\n", math.Float64bits(math.Float64frombits(0x7ff0000000000001)))
	fmt.Println(f == f, f != f, f < 1, f > 1, f)
}

// hot is long enough for machine code: loads, stores, sums and conversions of NaNs and of numbers.
func hot(in []float32) (bits uint32, sum float32, wide float64) {
	out := make([]float32, len(in))
	p := &point{}
	pts := make([]point, len(in))
	for round := 0; round < 200; round++ {
		for i, f := range in {
			out[len(in)-1-i] = f
			p.x = f
			p.y = p.x
			pts[i].y = p.y
			pts[i].x = -pts[i].y
			globals[i%3] = pts[i].x
			bits = bits*31 + math.Float32bits(out[len(in)-1-i]) + math.Float32bits(globals[i%3])
			bits ^= uint32(math.Float64bits(float64(f)) >> 29)
			if f == f {
				sum += f
				wide += float64(f)
			}
		}
		in, out = out, in
	}
	return
}

func main() {
	for _, bits := range []uint32{0x7f800001, 0xffa00000, 0x7fbfffff, 0x7fc00001} {
		f := math.Float32frombits(bits)
		moved(f)
		raw(f)
		reflected(f)
		encoded(f)
		complexes(f)
		quieted(f)
	}
	in := []float32{1.5, 0, -2, float32(math.Inf(1)), float32(math.NaN()), 3, math.SmallestNonzeroFloat32}
	in[3] = 7
	for i := uint32(0); i < 40; i++ {
		in = append(in, math.Float32frombits(0x7f800001+i*0x51234), math.Float32frombits(0xff900000+i), float32(i)/3)
	}
	fmt.Println(hot(in))
}

// expect: variable 7f800001
// expect: argument 7f800001
// expect: result 7f800001
// expect: negated ff800001
// expect: variadic 7f800001
// expect: generic 7f800001
// expect: global 7f800001
// expect: global array 7f800001
// expect: field 7f800001
// expect: field by pointer 7f800001
// expect: array 7f800001
// expect: slice 7f800001
// expect: swapped 7f800001
// expect: map 7f800001
// expect: map range 7f800001
// expect: map range 7f800001
// expect: range 7f800001
// expect: channel 7f800001
// expect: unbuffered 7f800001
// expect: closure 7f800001
// expect: interface 7f800001
// expect: struct in interface 7f800001
// expect: named 7f800001
// expect: method 7f800001
// expect: method value 7f800001
// expect: big 7f800001
// expect: pointer 7f800001
// expect: conversion 7f800001
// expect: type switch 7f800001
// expect: deferred 7f800001
// expect: unsafe 7f800001
// expect: unsafe read ffbfffff
// expect: unsafe field 7f800001
// expect: unsafe slice 7f800001
// expect: atomic 7f800001
// expect: reflect 7f800001
// expect: reflect float 7ff8000020000000
// expect: reflect set 7f800001
// expect: reflect index 7f800001
// expect: reflect field 7f800001
// expect: reflect convert 7f800001
// expect: reflect set float 7fc00001
// expect: reflect call 7f800001
// expect: reflect map 7f800001
// expect: written 00 00 80 3f 01 00 80 7f 7f c0 00 01 40 00 00 00
// expect: read 7fc00001
// expect: read struct 7fc00001
// expect: real 7f800001
// expect: imag 3f800000
// expect: real 3f800000
// expect: imag 7f800001
// expect: real bf800000
// expect: imag ff800001
// expect: real 3f800000
// expect: imag 7f800001
// expect: real 7f800001
// expect: imag 3f800000
// expect: widened 7ff8000020000000
// expect: real 7fc00001
// expect: imag 3f800000
// expect: real 7fc00001
// expect: imag 7fc00001
// expect: real 7fc00000
// expect: imag 7fe00001
// expect: float64 7ff8000020000000
// expect: generic float64 7ff8000020000000
// expect: sum 7ff8000020000000
// expect: plus 7fc00001
// expect: minus 7fc00001
// expect: times 7fc00001
// expect: divided 7fc00001
// expect: assigned 7fc00001
// expect: incremented 7fc00001
// expect: square root 7fc00001
// expect: back 7fc00001
// expect: from float64 7fc00000
// expect: from float64 ffe00001
// expect: float64 kept 7ff0000000000001
// expect: false true false false NaN
// expect: variable ffa00000
// expect: argument ffa00000
// expect: result ffa00000
// expect: negated 7fa00000
// expect: variadic ffa00000
// expect: generic ffa00000
// expect: global ffa00000
// expect: global array ffa00000
// expect: field ffa00000
// expect: field by pointer ffa00000
// expect: array ffa00000
// expect: slice ffa00000
// expect: swapped ffa00000
// expect: map ffa00000
// expect: map range ffa00000
// expect: map range ffa00000
// expect: range ffa00000
// expect: channel ffa00000
// expect: unbuffered ffa00000
// expect: closure ffa00000
// expect: interface ffa00000
// expect: struct in interface ffa00000
// expect: named ffa00000
// expect: method ffa00000
// expect: method value ffa00000
// expect: big ffa00000
// expect: pointer ffa00000
// expect: conversion ffa00000
// expect: type switch ffa00000
// expect: deferred ffa00000
// expect: unsafe ffa00000
// expect: unsafe read ffbfffff
// expect: unsafe field ffa00000
// expect: unsafe slice ffa00000
// expect: atomic ffa00000
// expect: reflect ffa00000
// expect: reflect float fffc000000000000
// expect: reflect set ffa00000
// expect: reflect index ffa00000
// expect: reflect field ffa00000
// expect: reflect convert ffa00000
// expect: reflect set float ffe00000
// expect: reflect call ffa00000
// expect: reflect map ffa00000
// expect: written 00 00 80 3f 00 00 a0 ff ff e0 00 00 40 00 00 00
// expect: read ffe00000
// expect: read struct ffe00000
// expect: real ffa00000
// expect: imag 3f800000
// expect: real 3f800000
// expect: imag ffa00000
// expect: real bf800000
// expect: imag 7fa00000
// expect: real 3f800000
// expect: imag ffa00000
// expect: real ffa00000
// expect: imag 3f800000
// expect: widened fffc000000000000
// expect: real ffe00000
// expect: imag 3f800000
// expect: real ffe00000
// expect: imag ffe00000
// expect: real 7fc00000
// expect: imag 7fe00001
// expect: float64 fffc000000000000
// expect: generic float64 fffc000000000000
// expect: sum fffc000000000000
// expect: plus ffe00000
// expect: minus ffe00000
// expect: times ffe00000
// expect: divided ffe00000
// expect: assigned ffe00000
// expect: incremented ffe00000
// expect: square root ffe00000
// expect: back ffe00000
// expect: from float64 7fc00000
// expect: from float64 ffe00001
// expect: float64 kept 7ff0000000000001
// expect: false true false false NaN
// expect: variable 7fbfffff
// expect: argument 7fbfffff
// expect: result 7fbfffff
// expect: negated ffbfffff
// expect: variadic 7fbfffff
// expect: generic 7fbfffff
// expect: global 7fbfffff
// expect: global array 7fbfffff
// expect: field 7fbfffff
// expect: field by pointer 7fbfffff
// expect: array 7fbfffff
// expect: slice 7fbfffff
// expect: swapped 7fbfffff
// expect: map 7fbfffff
// expect: map range 7fbfffff
// expect: map range 7fbfffff
// expect: range 7fbfffff
// expect: channel 7fbfffff
// expect: unbuffered 7fbfffff
// expect: closure 7fbfffff
// expect: interface 7fbfffff
// expect: struct in interface 7fbfffff
// expect: named 7fbfffff
// expect: method 7fbfffff
// expect: method value 7fbfffff
// expect: big 7fbfffff
// expect: pointer 7fbfffff
// expect: conversion 7fbfffff
// expect: type switch 7fbfffff
// expect: deferred 7fbfffff
// expect: unsafe 7fbfffff
// expect: unsafe read ffbfffff
// expect: unsafe field 7fbfffff
// expect: unsafe slice 7fbfffff
// expect: atomic 7fbfffff
// expect: reflect 7fbfffff
// expect: reflect float 7fffffffe0000000
// expect: reflect set 7fbfffff
// expect: reflect index 7fbfffff
// expect: reflect field 7fbfffff
// expect: reflect convert 7fbfffff
// expect: reflect set float 7fffffff
// expect: reflect call 7fbfffff
// expect: reflect map 7fbfffff
// expect: written 00 00 80 3f ff ff bf 7f 7f ff ff ff 40 00 00 00
// expect: read 7fffffff
// expect: read struct 7fffffff
// expect: real 7fbfffff
// expect: imag 3f800000
// expect: real 3f800000
// expect: imag 7fbfffff
// expect: real bf800000
// expect: imag ffbfffff
// expect: real 3f800000
// expect: imag 7fbfffff
// expect: real 7fbfffff
// expect: imag 3f800000
// expect: widened 7fffffffe0000000
// expect: real 7fffffff
// expect: imag 3f800000
// expect: real 7fffffff
// expect: imag 7fffffff
// expect: real 7fc00000
// expect: imag 7fe00001
// expect: float64 7fffffffe0000000
// expect: generic float64 7fffffffe0000000
// expect: sum 7fffffffe0000000
// expect: plus 7fffffff
// expect: minus 7fffffff
// expect: times 7fffffff
// expect: divided 7fffffff
// expect: assigned 7fffffff
// expect: incremented 7fffffff
// expect: square root 7fffffff
// expect: back 7fffffff
// expect: from float64 7fc00000
// expect: from float64 ffe00001
// expect: float64 kept 7ff0000000000001
// expect: false true false false NaN
// expect: variable 7fc00001
// expect: argument 7fc00001
// expect: result 7fc00001
// expect: negated ffc00001
// expect: variadic 7fc00001
// expect: generic 7fc00001
// expect: global 7fc00001
// expect: global array 7fc00001
// expect: field 7fc00001
// expect: field by pointer 7fc00001
// expect: array 7fc00001
// expect: slice 7fc00001
// expect: swapped 7fc00001
// expect: map 7fc00001
// expect: map range 7fc00001
// expect: map range 7fc00001
// expect: range 7fc00001
// expect: channel 7fc00001
// expect: unbuffered 7fc00001
// expect: closure 7fc00001
// expect: interface 7fc00001
// expect: struct in interface 7fc00001
// expect: named 7fc00001
// expect: method 7fc00001
// expect: method value 7fc00001
// expect: big 7fc00001
// expect: pointer 7fc00001
// expect: conversion 7fc00001
// expect: type switch 7fc00001
// expect: deferred 7fc00001
// expect: unsafe 7fc00001
// expect: unsafe read ffbfffff
// expect: unsafe field 7fc00001
// expect: unsafe slice 7fc00001
// expect: atomic 7fc00001
// expect: reflect 7fc00001
// expect: reflect float 7ff8000020000000
// expect: reflect set 7fc00001
// expect: reflect index 7fc00001
// expect: reflect field 7fc00001
// expect: reflect convert 7fc00001
// expect: reflect set float 7fc00001
// expect: reflect call 7fc00001
// expect: reflect map 7fc00001
// expect: written 00 00 80 3f 01 00 c0 7f 7f c0 00 01 40 00 00 00
// expect: read 7fc00001
// expect: read struct 7fc00001
// expect: real 7fc00001
// expect: imag 3f800000
// expect: real 3f800000
// expect: imag 7fc00001
// expect: real bf800000
// expect: imag ffc00001
// expect: real 3f800000
// expect: imag 7fc00001
// expect: real 7fc00001
// expect: imag 3f800000
// expect: widened 7ff8000020000000
// expect: real 7fc00001
// expect: imag 3f800000
// expect: real 7fc00001
// expect: imag 7fc00001
// expect: real 7fc00000
// expect: imag 7fe00001
// expect: float64 7ff8000020000000
// expect: generic float64 7ff8000020000000
// expect: sum 7ff8000020000000
// expect: plus 7fc00001
// expect: minus 7fc00001
// expect: times 7fc00001
// expect: divided 7fc00001
// expect: assigned 7fc00001
// expect: incremented 7fc00001
// expect: square root 7fc00001
// expect: back 7fc00001
// expect: from float64 7fc00000
// expect: from float64 ffe00001
// expect: float64 kept 7ff0000000000001
// expect: false true false false NaN
// expect: 3596332576 53900 53900.000005960464
