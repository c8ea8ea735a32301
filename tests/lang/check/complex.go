package main

const i = 1i * 1i // constants may be complex on the way

const real1 = real(2i + 3)

func main() {
	var n int = real1
	println(n, i == -1)
	x := 1i // error: complex numbers are not supported yet
	_ = x
	var c complex128 // error: complex numbers are not supported yet
	_ = c
}
