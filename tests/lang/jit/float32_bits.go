// In machine code, too, a float32 that is a signalling NaN keeps its bits where it is only moved,
// whatever else is done with it: it is stored after a sum, returned by an inlined function, left in
// the frame by a panic, or used after the loop.
//
// args: --jit all
package main

import (
	"fmt"
	"math"
)

type vec struct{ x, y float32 }

func (v vec) dot(o vec) float32 { return v.x*o.x + v.y*o.y }
func (v vec) first() float32    { return v.x }
func (v *vec) set(x float32)    { v.x, v.y = x, -x }

var last float32

func sums(in, out []float32) (sum float32, wide float64) {
	for i, f := range in {
		if f == f && float64(f) < 1e30 && 2 > float64(f) {
			sum += f
			wide += float64(f) * 2
		}
		out[i] = f
	}
	return
}

func afterLoop(in []float32) float32 {
	var f float32
	for i := range in {
		f = in[i]
		last = f + 1
	}
	return f
}

func either(in []float32, i int) (r float32) {
	f := in[i]
	r = f * 2
	if i%2 == 0 {
		r = f
	}
	return
}

func panics(in []float32, i int) (r float32) {
	defer func() { recover() }()
	r = in[i]
	last = in[i+1] + r
	r = last
	return
}

func inlined(vs []vec) (float32, float32) {
	var d, f float32
	for i := range vs {
		d += vs[i].dot(vs[0])
		f = vs[i].first()
		vs[i].set(f)
	}
	return d, f
}

func widened(f float32) float64 { return float64(f) }

func operands(f float32) (bits uint64) {
	a := float64(f)
	bits = math.Float64bits(a)
	b := math.Sqrt(float64(f))
	bits ^= math.Float64bits(b) << 1
	c := -float64(f)
	bits ^= math.Float64bits(c) << 2
	bits ^= math.Float64bits(widened(f)+(float64(f))) << 3
	return
}

func show(what string, fs ...float32) {
	fmt.Print(what)
	for _, f := range fs {
		fmt.Printf(" %08x", math.Float32bits(f))
	}
	fmt.Println()
}

func main() {
	nan := math.Float32frombits(0x7f800123)
	other := math.Float32frombits(0xffa00000)
	quiet := math.Float32frombits(0x7fc00007)
	in := []float32{1, nan, 0.5, other, quiet, float32(math.Inf(-1)), math.MaxFloat32, nan}
	out := make([]float32, len(in))
	fmt.Println(sums(in[:5], out))
	sums(in, out)
	show("stored", out...)
	show("after the loop", afterLoop(in[:4]), afterLoop(in), last)
	for i := range in {
		show("either", either(in, i), panics(in, i), last)
	}
	vs := []vec{{1, 2}, {nan, 3}, {4, other}}
	d, f := inlined(vs[:1])
	show("inlined", d, f)
	d, f = inlined(vs)
	show("inlined", f, vs[1].x, vs[1].y, vs[2].x, vs[2].y)
	fmt.Println(math.IsNaN(float64(d)))
	for _, f := range in {
		fmt.Printf("operands %016x\n", operands(f))
	}
}

// expect: 1.5 3
// expect: stored 3f800000 7f800123 3f000000 ffa00000 7fc00007 ff800000 7f7fffff 7f800123
// expect: after the loop ffa00000 7f800123 7fc00123
// expect: either 3f800000 7fc00123 7fc00123
// expect: either 7fc00123 7fc00123 7fc00123
// expect: either 3f000000 ffe00000 ffe00000
// expect: either ffe00000 7fc00007 7fc00007
// expect: either 7fc00007 7fc00007 7fc00007
// expect: either ff800000 ff800000 ff800000
// expect: either 7f7fffff 7fc00123 7fc00123
// expect: either 7fc00123 7f800123 7fc00123
// expect: inlined 40a00000 3f800000
// expect: inlined 40800000 7f800123 ff800123 40800000 c0800000
// expect: true
// expect: operands bfd0000000000000
// expect: operands 802801de20000000
// expect: operands 402d413cccfe779a
// expect: operands 0014000000000000
// expect: operands 80280005a0000000
// expect: operands 0040000000000000
// expect: operands e0700000bffffff8
// expect: operands 802801de20000000
