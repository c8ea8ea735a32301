package main

const i = 1i * 1i // constants may be complex on the way

const real1 = real(2i + 3)

func main() {
	var n int = real1
	println(n, i == -1)
	var z complex128 = 2
	var w complex64 = 1i
	_ = z + w          // error: mismatched types complex128 and complex64
	_ = z < 1          // error: z < 1 .*operator < not defined on complex
	_ = z % 2          // error: operator % not defined on z
	_ = complex(n, 1)  // error: arguments have type int, expected floating-point
	_ = real(n)        // error: argument has type int, expected complex type
	_ = float64(z)     // error: cannot convert z
	var f float64 = 1i // error: cannot use 1i .* as float64 value
	var f32 float32 = imag(w)
	_, _ = f, f32
	_ = 1i / 0          // error: division by zero
	_ = complex(f32, f) // error: mismatched types float32 and float64
}
