package main

type C complex64

func main() {
	z := 1.5 - 2i
	println(z, complex64(-z), 1i*1i) // stderr: ^\(\+1.500000e\+000-2.000000e\+000i\) \(-1.500000e\+000\+2.000000e\+000i\) \(-1.000000e\+000\+0.000000e\+000i\)$
	panic(C(1 + 2i))                 // panic: main.C\(\+1.000000e\+000\+2.000000e\+000i\)
}
