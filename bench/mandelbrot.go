// Floating point in local variables: a picture of the Mandelbrot set, a bit a point.
package main

const size = 1000

func escapes(cr, ci float64) bool {
	zr, zi := 0.0, 0.0
	for i := 0; i < 50; i++ {
		rr, ii := zr*zr, zi*zi
		if rr+ii > 4 {
			return true
		}
		zr, zi = rr-ii+cr, 2*zr*zi+ci
	}
	return false
}

func main() {
	picture := make([]byte, size*size/8)
	for y := 0; y < size; y++ {
		for x := 0; x < size; x++ {
			if !escapes(2*float64(x)/size-1.5, 2*float64(y)/size-1) {
				bit := y*size + x
				picture[bit/8] |= 128 >> (bit % 8)
			}
		}
	}
	hash := 0
	for _, b := range picture {
		hash = (hash*31 + int(b)) % 1000003
	}
	println(hash)
}
