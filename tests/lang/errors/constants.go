package main

// Constants that do not fit, in all ways.

const big = 1 << 100

type point struct{}

var (
	n     int
	_ int8    = 128                 // error: (overflows|cannot use 128)
	_ uint    = -1                  // error: (overflows|cannot use -1)
	_ int     = big                 // error: (overflows|cannot use big)
	_ int     = 1.5                 // error: truncated
	_ int     = 2i                  // error: (truncated|overflows|cannot use)
	_ float32 = 1e100               // error: (overflows|cannot use)
	_ float64 = 1e1000              // error: (overflows|cannot use)
	_ string  = 1                   // error: cannot use 1
	_ bool    = 1                   // error: cannot use 1
	_ rune    = "a"                 // error: cannot use "a"
	_ []int   = 1                   // error: cannot use 1
	_ point   = 0                   // error: cannot use 0
	_ *int    = 0                   // error: cannot use 0
	_ int     = nil                 // error: cannot use nil
	_ complex64 = 1e100             // error: (overflows|cannot use)
	_ = int8(-129)                  // error: (overflows|cannot convert)
	_ = uint32(big)                 // error: (overflows|cannot convert)
	_ = int(1e100)                  // error: (overflows|truncated|cannot convert)
	_ = int(1i)                     // error: (truncated|cannot convert)
	_ = string(1.5)                 // error: cannot convert
	_ = bool(1)                     // error: cannot convert
	_ = []byte(1)                   // error: cannot convert
	_ = point(0)                    // error: cannot convert
	_ = int8(100) * 2               // error: overflows
	_ = uint8(1) - 2                // error: overflows
	_ = -int8(-128)                 // error: overflows
	_ = ^uint8(0) + 1               // error: overflows
	_ = int64(1) << 63              // error: overflows
	_ = uint8(255) ^ 256            // error: (overflows|cannot use)
	_ = 1 << 1024                   // error: constant shift overflow
	_ = big * 1.0 / 0               // error: division by zero
	_ = big % 0                     // error: division by zero
	_ = big % 1.5                   // error: (operator % not defined|truncated)
	_ = big &^ 1.5                  // error: (operator &\^ not defined|truncated)
	_ = "a" & "b"                   // error: operator & not defined
	_ = "a" - 1                     // error: (mismatched|cannot convert)
	_ = true < false                // error: operator < not defined
	_ = 1i < 2i                     // error: operator < not defined
	_ = 'a' + "b"                   // error: (mismatched|cannot convert)
	_ = 1 == "a"                    // error: (mismatched|cannot convert)
	_ = n << 1.5                    // error: truncated
	_ = n << -1                     // error: negative shift count
	_ = n + 1.5                     // error: truncated
	_ = n + big                     // error: (overflows|cannot use)
	_ = n / 0.0                     // error: division by zero
	_ = n == 1.5                    // error: truncated
	_ = n << 1 + 1.5<<n             // error: (must be integer|truncated)
	_ float64 = 1 << n              // error: must be integer
	_ = [1 << n]int{}               // error: (must be constant|array length)
	_ = [big]int{}                  // error: (invalid array length|overflows)
	_ = 1.0 << 3
	_ = "abc"[1.0]
	_ = 1e2000000000                // error: (excessively large|overflow|too large)
)

func main() {}
