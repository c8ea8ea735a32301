// A large slice of bytes, written in strides.
package main

const n = 5000000

func sieve() int {
	composite := make([]bool, n+1)
	count := 0
	for i := 2; i <= n; i++ {
		if !composite[i] {
			count++
			for j := i + i; j <= n; j += i {
				composite[j] = true
			}
		}
	}
	return count
}

func main() {
	for round := 0; round < 3; round++ {
		println(sieve())
	}
}
