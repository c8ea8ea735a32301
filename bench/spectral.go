// Spectral norm: floating point, a small function called in the innermost loop.
package main

import "math"

const n = 650

func element(i, j int) float64 {
	return 1 / float64((i+j)*(i+j+1)/2+i+1)
}

func times(v, out []float64) {
	for i := range out {
		sum := 0.0
		for j := range v {
			sum += element(i, j) * v[j]
		}
		out[i] = sum
	}
}

func timesTransposed(v, out []float64) {
	for i := range out {
		sum := 0.0
		for j := range v {
			sum += element(j, i) * v[j]
		}
		out[i] = sum
	}
}

func main() {
	u, v, t := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range u {
		u[i] = 1
	}
	for i := 0; i < 10; i++ {
		times(u, t)
		timesTransposed(t, v)
		times(v, t)
		timesTransposed(t, u)
	}
	uv, vv := 0.0, 0.0
	for i := range u {
		uv += u[i] * v[i]
		vv += v[i] * v[i]
	}
	println(int(math.Sqrt(uv/vv) * 1e9))
}
