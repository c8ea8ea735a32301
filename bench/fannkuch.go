// Small integer slices: all permutations of nine numbers, each sorted by reversing prefixes.
package main

// fannkuch returns the alternating sum and the maximum of the reversals that permutations need.
func fannkuch(n int) (checksum, most int) {
	start, perm, count := make([]int, n), make([]int, n), make([]int, n)
	for i := range start {
		start[i] = i
	}
	sign := 1
	r := n
	for {
		for ; r > 1; r-- {
			count[r-1] = r
		}
		copy(perm, start)
		flips := 0
		for first := perm[0]; first != 0; first = perm[0] {
			for i, j := 0, first; i < j; i, j = i+1, j-1 {
				perm[i], perm[j] = perm[j], perm[i]
			}
			flips++
		}
		if flips > most {
			most = flips
		}
		checksum += sign * flips
		sign = -sign
		for {
			if r == n {
				return
			}
			first := start[0]
			for i := 0; i < r; i++ {
				start[i] = start[i+1]
			}
			start[r] = first
			count[r]--
			if count[r] > 0 {
				break
			}
			r++
		}
	}
}

func main() {
	checksum, most := fannkuch(9)
	println(checksum, most)
}
