// Loops by each condition that a jump has, and what is never, once, twice and often gone through, before and
// after the loop is compiled; inside of each the same condition jumps forwards.
package main

import "fmt"

var sum int

// tick counts once in a loop with n rounds left.
func tick(holds bool, n int) {
	sum = (sum*31 + n) % 1000003
	if holds {
		sum++
	}
}

var loops = []func(n int){
	func(n int) {
		for b := n > 0; b; b = n > 0 {
			n--
			c := n%3 > 0
			if c {
				sum++
			}
			tick(c, n)
		}
	},
	func(n int) {
		for b := n <= 0; !b; b = n <= 0 {
			n--
			c := n%3 > 0
			if !c {
				sum++
			}
			tick(c, n)
		}
	},
	func(n int) {
		a, c := 7, 7
		if n == 0 {
			c++
		}
		for a == c {
			n--
			if n == c {
				sum++
			}
			tick(n == a, n)
			if n == 0 {
				c++
			}
		}
	},
	func(n int) {
		a, c := 0, n
		for a != c {
			a++
			if n%4 != a%4 {
				sum++
			}
			tick(a != 3, a)
		}
	},
	func(n int) {
		for a := 0; a < n; a++ {
			if a%5 < n%5 {
				sum++
			}
			tick(n%7 < a%7, a)
		}
	},
	func(n int) {
		for a := 1; a <= n; a++ {
			if a%5 <= n%5 {
				sum++
			}
			tick(n%7 <= a%7, a)
		}
	},
	func(n int) {
		for a, m := uint(0), uint(n); a < m; a++ {
			if a%5 < m%5 {
				sum++
			}
			tick(m%7 < a%7, int(a))
		}
	},
	func(n int) {
		for a, m := uint(1), uint(n); a <= m; a++ {
			if a%5 <= m%5 {
				sum++
			}
			tick(m%7 <= a%7, int(a))
		}
	},
	func(n int) {
		a := 5
		if n == 0 {
			a = 6
		}
		for a == 5 {
			n--
			if n%4 == 3 {
				sum++
			}
			tick(n == 1, n)
			if n == 0 {
				a = 6
			}
		}
	},
	func(n int) {
		for n != 0 {
			n--
			if n%4 != 3 {
				sum++
			}
			tick(n != 1, n)
		}
	},
	func(n int) {
		for a := 100 - n; a < 100; a++ {
			if a%4 < 2 {
				sum++
			}
			tick(a < 98, a)
		}
	},
	func(n int) {
		for a := 100 - n; a <= 99; a++ {
			if a%4 <= 2 {
				sum++
			}
			tick(a <= 98, a)
		}
	},
	func(n int) {
		for n > 0 {
			n--
			if n%4 > 2 {
				sum++
			}
			tick(n > 1, n)
		}
	},
	func(n int) {
		for n >= 1 {
			n--
			if n%4 >= 2 {
				sum++
			}
			tick(n >= 1, n)
		}
	},
	func(n int) {
		for f, m := 0.0, float64(n); f < m; f++ {
			if f < m/2 {
				sum++
			}
			tick(m/3 < f, int(f))
		}
	},
	func(n int) {
		for f, m := 1.0, float64(n); f <= m; f++ {
			if f <= m/2 {
				sum++
			}
			tick(m/3 <= f, int(f))
		}
	},
	func(n int) {
		for f, m := float64(n), 1.0; !(f < m); f-- {
			if !(f < float64(n/2)) {
				sum++
			}
			tick(!(f < 2*m), int(f))
		}
	},
	func(n int) {
		for f, m := float64(n), 0.0; !(f <= m); f-- {
			if !(f <= float64(n/2)) {
				sum++
			}
			tick(!(f <= m+1), int(f))
		}
	},
	func(n int) {
		f, g := 0.5, 0.5
		if n == 0 {
			g++
		}
		for f == g {
			n--
			if float64(n%3) == g*2 {
				sum++
			}
			tick(float64(n) == f*4, n)
			if n == 0 {
				g++
			}
		}
	},
	func(n int) {
		for f, g := 0.0, float64(n); f != g; f++ {
			if f != g/2 {
				sum++
			}
			tick(f*2 != g, int(f))
		}
	},
}

func main() {
	for i, loop := range loops {
		sum = 0
		for _, n := range []int{0, 1, 2, 3, 5000, 0, 1, 2, 3, 70000, 0, 1, 2, 70} {
			loop(n)
		}
		fmt.Println(i, sum)
	}
	// expect: 0 584835
	// expect: 1 399432
	// expect: 2 182600
	// expect: 3 977182
	// expect: 4 254516
	// expect: 5 985370
	// expect: 6 254516
	// expect: 7 985370
	// expect: 8 336085
	// expect: 9 190587
	// expect: 10 -986153
	// expect: 11 -399267
	// expect: 12 898889
	// expect: 13 226559
	// expect: 14 498264
	// expect: 15 970027
	// expect: 16 621179
	// expect: 17 44230
	// expect: 18 508950
	// expect: 19 736365
}
