// What min and max take, as Go 1.21 says it.
package main

type num interface{ ~int | ~float64 }
type word string

func f[T num, S ~string, M int | string](a, b T, s S, m M, x int, w word, u8 uint8, f32 float32) {
	_ = min(a, b) + max(a, 1)
	_ = min(a, 1.5) // error: ^1\.5 \(untyped float constant\) truncated to T$
	_ = min(s, "x", s) + max("x", s)
	_ = min(s, 1) // error: ^invalid argument: mismatched types S \(previous argument\) and untyped int \(type of 1\)$
	_ = min(m, 1) // error: ^cannot convert 1 \(untyped int constant\) to type M$
	_ = min(x, w) // error: ^invalid argument: mismatched types int \(previous argument\) and word \(type of w\)$
	_ = min(w, "x") + max("a", w, "c")
	_ = min(u8, 300) // error: ^300 \(untyped int constant\) overflows uint8$
	_ = min(u8, 1.0, 'a')
	_ = min(u8, 1.5) // error: ^1\.5 \(untyped float constant\) truncated to uint8$
	_ = min(1, 2.5, f32)
	_ = min(1, "a", w) // error: ^invalid argument: mismatched types untyped int \(previous argument\) and untyped string \(type of "a"\)$
	_ = min("a", 1, x) // error: ^invalid argument: mismatched types untyped string \(previous argument\) and untyped int \(type of 1\)$
	_ = min(1, w) // error: ^invalid argument: mismatched types untyped int \(previous argument\) and word \(type of w\)$
	_ = min(1<<x, 2) + max(1.0<<x, u8) // error: ^invalid operation: min\(1 << x, 2\) \+ max\(1\.0 << x, u8\) \(mismatched types int and uint8\)$
	_ = min(x == 1, true) // error: ^invalid argument: x == 1 \(untyped bool value\) cannot be ordered$
	const c = min(1, 2.5) + max('a', 3)
	const d = max("a", "b")
	const e = min(x, 1) // error: ^min\(x, 1\) \(value of type int\) is not constant$
	var g float32 = min(1, 2.5)
	var h int = min(1, 2.5)
	var i interface{} = min(1, 2.5)
	var j string = min("a", "b")
	_, _, _, _ = g, h, i, j
}
func main() {}
