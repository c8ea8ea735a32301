package main

// A complex number is one location, however one gets at it.
type s struct {
	re float64
	z  complex64
}

var v s

func main() {
	done := make(chan bool)
	go func() {
		v.z = complex(imag(v.z), 1) // race: on v.z
		done <- true
	}()
	v.re = 1
	_ = real(v.z)
	<-done
}
