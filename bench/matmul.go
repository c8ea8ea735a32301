// Floating point over slices of slices.
package main

const n = 300

func matrix(seed float64) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = seed * float64(i-j) * float64(i+j)
		}
	}
	return m
}

func mul(a, b [][]float64) [][]float64 {
	c := make([][]float64, n)
	for i := 0; i < n; i++ {
		row := make([]float64, n)
		for j := 0; j < n; j++ {
			sum := 0.0
			for k := 0; k < n; k++ {
				sum += a[i][k] * b[k][j]
			}
			row[j] = sum
		}
		c[i] = row
	}
	return c
}

func main() {
	c := mul(matrix(1.0/n/n), matrix(2.0/n/n))
	println(int(c[n/2][n/2]*1000), int(c[1][n-1]*1000))
}
